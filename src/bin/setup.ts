import { asksForHelp } from '../cli/help.js';
import { runSetup, setupUsage } from '../cli/setup.js';
import { requireDatabaseUrl, toAppConfig } from '../config/config.js';
import { describeBackends, storageFolderOf } from '../config/describe-backends.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import type { Invocation } from './invocation.js';

export async function run({ args }: Invocation): Promise<void> {
  if (asksForHelp(args)) {
    console.log(setupUsage);
    return;
  }
  const env = readEnv();
  const config = toAppConfig(env);
  const context = createContext(config, 'setup');
  try {
    process.exitCode = await runSetup(args, {
      databaseUrl: requireDatabaseUrl(env),
      deps: context.deps,
      client: context.temporalClient,
      temporalAddress: describeBackends(config).temporal,
      storageFolder: storageFolderOf(config),
      print: (line) => {
        console.log(line);
      },
    });
  } finally {
    await context.close();
  }
}
