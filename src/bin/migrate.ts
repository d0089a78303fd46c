import { asksForHelp } from '../cli/help.js';
import { requireDatabaseUrl } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { migrateDatabase } from '../db/migrate.js';
import { runProcess } from '../processes/run-process.js';

await runProcess(async () => {
  if (asksForHelp(process.argv.slice(2))) {
    console.log(
      'Usage:\n  npm run migrate\n\nUpdates the database to this version. npm run setup does this and everything else.',
    );
    return;
  }
  await migrateDatabase(requireDatabaseUrl(readEnv()));
  console.log('The database is up to date.');
});
