import { requireDatabaseUrl } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { migrateDatabase } from '../db/migrate.js';

export async function run(): Promise<void> {
  await migrateDatabase(requireDatabaseUrl(readEnv()));
  console.log('The database is up to date.');
}
