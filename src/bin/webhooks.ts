import { asksForHelp } from '../cli/help.js';
import { webhooksUsage } from '../cli/webhook-arguments.js';
import { openOperatorDesk } from '../cli/webhook-desk.js';
import { runWebhooks } from '../cli/webhooks.js';
import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import { runClient } from './client.js';
import type { Invocation } from './invocation.js';

export async function run({ args }: Invocation): Promise<void> {
  const isListening = args[0] === 'listen';
  if (asksForHelp(args)) {
    if (isListening) process.exitCode = await runClient(['webhooks', ...args]);
    else console.log(webhooksUsage);
    return;
  }
  if (isListening) {
    await listen(args);
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

/** Receives events on this machine, with an endpoint that the operator creates and removes. */
async function listen(args: readonly string[]): Promise<void> {
  const context = createContext(toAppConfig(readEnv()), 'webhooks');
  try {
    process.exitCode = await runClient(['webhooks', ...args], {
      openDesk: (workspaceId) => openOperatorDesk(context.deps, workspaceId),
    });
  } finally {
    await context.close();
  }
}
