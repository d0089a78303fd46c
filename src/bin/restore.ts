import { asksForHelp } from '../cli/help.js';
import { restoreUsage, runRestore } from '../cli/restore.js';
import { requireDatabaseUrl, toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { keyFingerprints } from '../config/secrets.js';
import { createContext } from '../context.js';
import type { Invocation } from './invocation.js';

export async function run({ args, signal }: Invocation): Promise<void> {
  if (asksForHelp(args)) {
    console.log(restoreUsage);
    return;
  }
  const env = readEnv();
  const config = toAppConfig(env);
  process.exitCode = await runRestore(args, {
    databaseUrl: requireDatabaseUrl(env),
    open: (databaseUrl) => {
      const context = createContext({ ...config, databaseUrl }, 'restore');
      return { deps: context.deps, [Symbol.asyncDispose]: () => context.close() };
    },
    fingerprints: keyFingerprints(config.encryptionKeys),
    stdin: process.stdin,
    signal,
    print: (line) => {
      console.log(line);
    },
  });
}
