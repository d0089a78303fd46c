import { runSetup } from '../cli/setup.js';
import { requireDatabaseUrl, toAppConfig } from '../config/config.js';
import { describeBackends, storageFolderOf } from '../config/describe-backends.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';

export async function run(): Promise<void> {
  const env = readEnv();
  const config = toAppConfig(env);
  const context = createContext(config, 'setup');
  try {
    process.exitCode = await runSetup({
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
