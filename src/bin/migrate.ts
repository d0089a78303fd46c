import { runMigrate, migrateUsage } from '../cli/migrate.js';
import { asksForHelp } from '../cli/help.js';
import { requireDatabaseUrl } from '../config/config.js';
import { readEnv } from '../config/env.js';
import type { Invocation } from './invocation.js';

export async function run({ args }: Invocation): Promise<void> {
  if (asksForHelp(args)) {
    console.log(migrateUsage);
    return;
  }
  process.exitCode = await runMigrate(args, {
    databaseUrl: requireDatabaseUrl(readEnv()),
    print: (line) => {
      console.log(line);
    },
  });
}
