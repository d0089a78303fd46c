import { sql } from 'drizzle-orm';
import { installation } from '../../../db/schema/index.js';
import { isOlder, listMigrations } from '../../../db/migrations.js';
import { readVersion } from '../../../project-root.js';
import type { ServiceDeps } from '../../shared/context.js';

/**
 * `pending`: the database lacks a migration of this build. `newer`: it has one that this build does not know, and can
 * work with. `too new`: it has one that has taken away what this build uses.
 */
export type SchemaState = 'ok' | 'pending' | 'newer' | 'too new';

export interface Schema {
  state: SchemaState;
  /** The oldest release that can work with the database, if this build is older. */
  newerRelease: string | null;
}

export async function readSchema({ db }: Pick<ServiceDeps, 'db'>): Promise<Schema> {
  const theirs = newestOf(await readApplied(db));
  const ours = newestOf(listMigrations().map(({ madeAtMs }) => madeAtMs));
  if (ours > theirs) return { state: 'pending', newerRelease: null };
  const newerRelease = await findNewerRelease({ db });
  if (newerRelease !== null) return { state: 'too new', newerRelease };
  return { state: theirs > ours ? 'newer' : 'ok', newerRelease };
}

/** The oldest release that can work with the database, if this build is older. Its migrations must be applied. */
export async function findNewerRelease({ db }: Pick<ServiceDeps, 'db'>): Promise<string | null> {
  const [row] = await db.select({ oldest: installation.oldestRelease }).from(installation);
  const oldest = row?.oldest ?? null;
  return oldest !== null && isOlder(readVersion(), oldest) ? oldest : null;
}

/** The creation times of the applied migrations. Empty if the table of migrations does not exist yet. */
export async function readApplied(db: ServiceDeps['db']): Promise<number[]> {
  const [table] = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (typeof table?.name !== 'string') return [];
  const rows = await db.execute<{ made: string }>(
    sql`select created_at::text as made from drizzle.__drizzle_migrations`,
  );
  return rows.map(({ made }) => Number(made));
}

export const newestOf = (times: readonly number[]): number => Math.max(0, ...times);
