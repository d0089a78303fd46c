import { requireDatabaseUrl } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { migrateDatabase } from '../db/migrate.js';
import { runProcess } from '../processes/run-process.js';

await runProcess(async () => {
  await migrateDatabase(requireDatabaseUrl(readEnv()));
  console.log('The database is up to date.');
});
