import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { inProject } from '../project-root.js';
import { openMaintenance } from './maintenance.js';

const migrationLockKey = 7_201_846;
const defaultMigrationsFolder = inProject('drizzle');

/** The migrations of this build, in their order, as the list in the database names them: milliseconds since 1970. */
export function listMigrations(migrationsFolder = defaultMigrationsFolder): number[] {
  return readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
}

/**
 * Migrates the database to this build's schema, or to the one of an earlier migration. Concurrent callers queue behind
 * an advisory lock.
 */
export async function migrateDatabase(
  databaseUrl: string,
  options: { upTo?: number; migrationsFolder?: string } = {},
): Promise<void> {
  const { upTo, migrationsFolder: all = defaultMigrationsFolder } = options;
  await using folder = upTo === undefined ? undefined : await firstMigrations(all, upTo);
  const migrationsFolder = folder?.path ?? all;
  const client = openMaintenance(databaseUrl, { connectionsMax: 2 });
  const db = drizzle(client);
  try {
    // The lock belongs to a transaction, because a pooler may run each statement on another connection of the server.
    await db.transaction(async (holder) => {
      await holder.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      await holder.execute(sql`select pg_advisory_xact_lock(${migrationLockKey})`);
      await adoptEarlierList(holder, migrationsFolder);
      await migrate(db, { migrationsFolder });
    });
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** A temporary copy of the folder with the migrations up to one of them, because Drizzle always runs all that it finds. */
async function firstMigrations(folder: string, upTo: number): Promise<AsyncDisposable & { path: string }> {
  const copy = await mkdtemp(path.join(tmpdir(), 'punctual-migrations-'));
  await cp(folder, copy, { recursive: true });
  const journalFile = path.join(copy, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(journalFile, 'utf8')) as { entries: { when: number }[] };
  const entries = journal.entries.filter(({ when }) => when <= upTo);
  await writeFile(journalFile, JSON.stringify({ ...journal, entries }));
  return { path: copy, [Symbol.asyncDispose]: () => rm(copy, { recursive: true, force: true }) };
}

/** The commit whose migrations result in the same schema as the first migration of this build. */
const lastCommitOfEarlierList = '2b96b8b7';

/**
 * Adapts the list of applied migrations of a database from before the first release. This build has one migration in
 * place of the earlier ones, with the time of the last of them, so the list is replaced and nothing is migrated. A
 * database that lacks the last of them is refused.
 */
async function adoptEarlierList(
  db: Pick<PostgresJsDatabase, 'execute'>,
  migrationsFolder: string,
): Promise<void> {
  const [first] = readMigrationFiles({ migrationsFolder });
  const [list] = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`);
  if (first === undefined || list?.['name'] === null) return;
  const [applied] = await db.execute(
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  );
  if (applied?.['newest'] === null) return;
  if (Number(applied?.['newest']) < first.folderMillis) {
    throw new Error(
      `This database is older than the first release and cannot be migrated to it directly. Check out commit ${lastCommitOfEarlierList}, run "npm run migrate" there, and then repeat this command.`,
    );
  }
  await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at < ${first.folderMillis}`);
  await db.execute(
    sql`update drizzle.__drizzle_migrations set hash = ${first.hash} where created_at = ${first.folderMillis}`,
  );
}
