import { backupUsage, runBackup } from '../cli/backup.js';
import { asksForHelp } from '../cli/help.js';
import { requireDatabaseUrl, toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { keyFingerprints } from '../config/secrets.js';
import { createContext } from '../context.js';
import type { Invocation } from './invocation.js';

export async function run({ args }: Invocation): Promise<void> {
  if (asksForHelp(args)) {
    console.log(backupUsage);
    return;
  }
  const env = readEnv();
  const config = toAppConfig(env);
  const context = createContext(config, 'backup');
  try {
    process.exitCode = await runBackup(args, {
      databaseUrl: requireDatabaseUrl(env),
      deps: context.deps,
      fingerprints: keyFingerprints(config.encryptionKeys),
      stdout: process.stdout,
      // Standard output may be the backup itself.
      print: (line) => {
        console.error(line);
      },
    });
  } finally {
    await context.close();
  }
}
