import { explainUsage, runExplain } from '../cli/explain.js';
import { asksForHelp } from '../cli/help.js';
import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import type { Invocation } from './invocation.js';

export async function run({ args }: Invocation): Promise<void> {
  if (asksForHelp(args)) {
    console.log(explainUsage);
    return;
  }
  const context = createContext(toAppConfig(readEnv()), 'explain');
  try {
    process.exitCode = await runExplain(args, {
      deps: context.deps,
      print: (line) => {
        console.log(line);
      },
    });
  } finally {
    await context.close();
  }
}
