import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { inProject } from '../../../project-root.js';
import type { ServiceDeps } from '../../shared/context.js';

const journalFile = inProject('drizzle', 'meta', '_journal.json');

interface Journal {
  entries: { tag: string; when: number }[];
}

/** `pending`: the database lacks a migration of this build. `newer`: it has one that this build does not know. */
export type SchemaState = 'ok' | 'pending' | 'newer';

export async function readSchemaState({ db }: Pick<ServiceDeps, 'db'>): Promise<SchemaState> {
  const [applied, known] = [await readApplied(db), await readJournal()];
  const [theirs, ours] = [newestOf(applied), newestOf(known.map(({ when }) => when))];
  if (ours > theirs) return 'pending';
  return theirs > ours ? 'newer' : 'ok';
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

/** The migrations of this build. */
export async function readJournal(): Promise<Journal['entries']> {
  return (JSON.parse(await readFile(journalFile, 'utf8')) as Journal).entries;
}

export const newestOf = (times: readonly number[]): number => Math.max(0, ...times);
