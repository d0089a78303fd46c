import { asksForHelp } from '../cli/help.js';
import { webhooksUsage } from '../cli/webhook-arguments.js';
import { runWebhooks } from '../cli/webhooks.js';
import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import type { Invocation } from './invocation.js';

export async function run({ args }: Invocation): Promise<void> {
  if (asksForHelp(args)) {
    console.log(webhooksUsage);
    return;
  }
  const context = createContext(toAppConfig(readEnv()), 'webhooks');
  try {
    process.exitCode = await runWebhooks(args, {
      deps: context.deps,
      print: (line) => {
        console.log(line);
      },
    });
  } finally {
    await context.close();
  }
}
