import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

const migrationLockKey = 7_201_846;
/** `drizzle/` in the project's root, found from src/db and from dist/db. */
const defaultMigrationsFolder = decodeURIComponent(new URL('../../drizzle', import.meta.url).pathname);

/** Migrates the database to this build's schema. Concurrent callers queue behind an advisory lock. */
export async function migrateDatabase(
  databaseUrl: string,
  migrationsFolder = defaultMigrationsFolder,
): Promise<void> {
  const client = postgres(databaseUrl, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  const db = drizzle(client);
  try {
    await db.execute(sql`select pg_advisory_lock(${migrationLockKey})`);
    await migrate(db, { migrationsFolder });
    await db.execute(sql`select pg_advisory_unlock(${migrationLockKey})`);
  } finally {
    await client.end({ timeout: 5 });
  }
}
