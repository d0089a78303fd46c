import { inspect } from 'node:util';
import { DefaultLogger, Runtime } from '@temporalio/worker';

let isHushed = false;

// A process that runs many test files can install it only once. Failures that a test provokes are no news, nor is a
// worker that starts or stops; a workflow task that fails is.
Runtime.install({
  logger: new DefaultLogger('ERROR', ({ level, message, meta }) => {
    if (!isHushed) process.stderr.write(`[${level}] ${message} ${meta === undefined ? '' : inspect(meta)}\n`);
  }),
  // The native part warns of a failed task, about which the other part has an error, and of runs of another version.
  telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' }, forward: {} } },
});

/** For a test in which a workflow task must fail: hides Temporal's error about it. */
export async function hushTemporal<T>(during: () => Promise<T>): Promise<T> {
  isHushed = true;
  try {
    return await during();
  } finally {
    isHushed = false;
  }
}
