import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { sharesConnections } from './server-settings.js';

const migrationLockKey = 7_201_846;
/** `drizzle/` in the project's root, found from src/db and from dist/db. */
const defaultMigrationsFolder = decodeURIComponent(new URL('../../drizzle', import.meta.url).pathname);

/** Migrates the database to this build's schema. Concurrent callers queue behind an advisory lock. */
export async function migrateDatabase(
  databaseUrl: string,
  migrationsFolder = defaultMigrationsFolder,
): Promise<void> {
  const client = postgres(databaseUrl, {
    max: 2,
    connect_timeout: 10,
    onnotice: () => undefined,
    // A migration may take as long as it needs, whatever the role's own limit is.
    ...(sharesConnections(databaseUrl) ? {} : { connection: { statement_timeout: '0' as never } }),
  });
  const db = drizzle(client);
  try {
    // The lock is of a transaction, because a pooler may give each statement another connection of the server.
    await db.transaction(async (holder) => {
      await holder.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      await holder.execute(sql`select pg_advisory_xact_lock(${migrationLockKey})`);
      await migrate(db, { migrationsFolder });
    });
  } finally {
    await client.end({ timeout: 5 });
  }
}
