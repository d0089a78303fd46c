import { runAccounts } from '../cli/accounts/accounts.js';
import { apiProbe } from '../cli/accounts/api-probe.js';
import { certifyUsage } from '../cli/certify/arguments.js';
import { runCertify } from '../cli/certify/certify.js';
import { createRecorder } from '../cli/certify/recorder.js';
import { asksForHelp } from '../cli/help.js';
import { linePrinter, readSecret, terminalQuestion } from '../cli/terminal.js';
import { toAppConfig } from '../config/config.js';
import { readEnv } from '../config/env.js';
import { createContext } from '../context.js';
import { platformDefinitions } from '../platforms/index.js';
import { createPlatforms } from '../platforms/kit/create-platforms.js';
import { inProject, readVersion } from '../project-root.js';
import type { Invocation } from './invocation.js';

export async function run({ args, signal }: Invocation): Promise<void> {
  if (asksForHelp(args)) {
    console.log(certifyUsage);
    return;
  }
  const { print, unread } = linePrinter();
  const stopped = AbortSignal.any([signal, unread, hangUp()]);
  const config = toAppConfig(readEnv());
  const context = createContext(config, 'certify');
  const recorder = createRecorder();
  const { deps, fetchFor } = context;
  const platforms = createPlatforms({
    definitions: platformDefinitions,
    fetchFor: (name) => recorder.record(fetchFor(name)),
    clock: deps.clock,
    settings: config.platformSettings,
  });
  const ask = terminalQuestion(stopped);
  try {
    process.exitCode = await runCertify(args, {
      deps: { ...deps, platforms },
      recorder,
      version: readVersion(),
      liveUrlOf: ({ connector }) => connector?.readSettings({}).baseUrl ?? '',
      examplesFolder: inProject('examples'),
      print,
      ask,
      accounts: (words) =>
        runAccounts(words, {
          ...{ deps, print, ask, readSecret, signal: stopped },
          isApiAt: apiProbe(context.safeFetch),
        }),
      signal: stopped,
    });
  } finally {
    await context.close();
  }
}

/**
 * Aborted when the terminal or the connection to it ends. Some shells send that signal twice, so a second one does not
 * end the process.
 */
function hangUp(): AbortSignal {
  const controller = new AbortController();
  process.on('SIGHUP', () => controller.abort());
  return controller.signal;
}
