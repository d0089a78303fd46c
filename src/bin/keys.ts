import { asksForHelp } from '../cli/help.js';
import { keysUsage, runKeys } from '../cli/keys.js';
import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { derivedUses } from '../config/secrets.js';
import { createContext } from '../context.js';
import type { Invocation } from './invocation.js';

export async function run({ args, signal }: Invocation): Promise<void> {
  if (asksForHelp(args)) {
    console.log(keysUsage);
    return;
  }
  const context = createContext(toAppConfig(readEnv()), 'keys');
  try {
    process.exitCode = await runKeys(args, {
      deps: context.deps,
      derivedUses: Object.values(derivedUses),
      signal,
      print: (line) => {
        console.log(line);
      },
    });
  } finally {
    await context.close();
  }
}
