import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { ServiceDeps } from '../../shared/context.js';

/** `drizzle/` in the project's root, seen from src/services/health and from dist/services/health alike. */
const journalUrl = new URL('../../../../drizzle/meta/_journal.json', import.meta.url);

/** Whether the database lacks a migration of this build. Asks the database. */
export async function areMigrationsPending({ db }: Pick<ServiceDeps, 'db'>): Promise<boolean> {
  const [applied, known] = [await latestApplied(db), await latestKnown()];
  return known > applied;
}

/** When the newest migration in the database was made; 0 before the first one. */
async function latestApplied(db: ServiceDeps['db']): Promise<number> {
  const [table] = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (typeof table?.name !== 'string') return 0;
  const [row] = await db.execute<{ latest: string | null }>(
    sql`select max(created_at)::text as latest from drizzle.__drizzle_migrations`,
  );
  return Number(row?.latest ?? 0);
}

async function latestKnown(): Promise<number> {
  const journal = JSON.parse(await readFile(journalUrl, 'utf8')) as { entries: { when: number }[] };
  return Math.max(0, ...journal.entries.map((entry) => entry.when));
}
