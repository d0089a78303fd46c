import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { inProject } from '../project-root.js';
import { sharesConnections } from './server-settings.js';

const migrationLockKey = 7_201_846;
const defaultMigrationsFolder = inProject('drizzle');

/** Migrates the database to this build's schema. Concurrent callers queue behind an advisory lock. */
export async function migrateDatabase(
  databaseUrl: string,
  migrationsFolder = defaultMigrationsFolder,
): Promise<void> {
  const client = postgres(databaseUrl, {
    max: 2,
    connect_timeout: 10,
    onnotice: () => undefined,
    // A migration may take as long as it needs, regardless of the role's own limit.
    ...(sharesConnections(databaseUrl) ? {} : { connection: { statement_timeout: '0' as never } }),
  });
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
