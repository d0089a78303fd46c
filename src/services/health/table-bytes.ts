import { sql } from 'drizzle-orm';
import type { ServiceDeps } from '../shared/context.js';

/** Reads the size of each table, with its indexes and long values. */
export async function readTableBytes({ db }: Pick<ServiceDeps, 'db'>): Promise<ReadonlyMap<string, number>> {
  const rows = await db.execute<{ name: string; bytes: number }>(sql`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
