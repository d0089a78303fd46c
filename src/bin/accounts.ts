import { runAccounts } from '../cli/accounts/accounts.js';
import { apiProbe } from '../cli/accounts/api-probe.js';
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

export async function run({ args, signal }: Invocation): Promise<void> {
  if (asksForHelp(args)) {
    console.log(accountsUsage(platformsOfUsage()));
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
      isApiAt: apiProbe(context.safeFetch),
      signal,
    });
  } finally {
    await context.close();
  }
}

/** The platforms that the usage text describes. It needs no installation, so these connectors cannot make calls. */
function platformsOfUsage(): PlatformRegistry {
  const fetchFor = () => () => Promise.reject(new Error('The usage text calls no platform.'));
  return createPlatforms({ definitions: platformDefinitions, fetchFor, clock: systemClock });
}
