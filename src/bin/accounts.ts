import { runAccounts } from '../cli/accounts/accounts.js';
import { accountsUsage } from '../cli/accounts/arguments.js';
import { asksForHelp } from '../cli/help.js';
import { readSecret, terminalQuestion } from '../cli/terminal.js';
import { systemClock } from '../clock.js';
import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import { platformDefinitions } from '../platforms/index.js';
import { createPlatforms } from '../platforms/kit/create-platforms.js';
import type { PlatformRegistry } from '../platforms/kit/platform.js';
import type { Invocation } from './invocation.js';

const apiTimeoutMs = 5_000;

export async function run({ args, signal }: Invocation): Promise<void> {
  if (asksForHelp(args)) {
    console.log(accountsUsage(uncalledPlatforms()));
    return;
  }
  const context = createContext(toAppConfig(readEnv()), 'accounts');
  try {
    process.exitCode = await runAccounts(args, {
      deps: context.deps,
      print: (line) => {
        console.log(line);
      },
      ask: terminalQuestion(),
      readSecret,
      isApiAt: async (publicUrl) => {
        const request = { url: `${publicUrl}/healthz`, method: 'GET', timeoutMs: apiTimeoutMs } as const;
        return context.safeFetch(request).then(
          ({ status }) => status === 200,
          () => false,
        );
      },
      signal,
    });
  } finally {
    await context.close();
  }
}

/** Connectors that make no calls. The usage text describes the platforms even without an installation. */
function uncalledPlatforms(): PlatformRegistry {
  const fetchFor = () => () => Promise.reject(new Error('The usage asks no platform.'));
  return createPlatforms({ definitions: platformDefinitions, fetchFor, clock: systemClock });
}
