import { inspect } from 'node:util';
import { DefaultLogger, Runtime } from '@temporalio/worker';

let isHushed = false;

// The runtime can be installed only once in a process that runs many test files. It does not log failures that a test
// provokes, or starts and stops of workers, but logs each workflow task that fails.
Runtime.install({
  logger: new DefaultLogger('ERROR', ({ level, message, meta }) => {
    if (!isHushed) process.stderr.write(`[${level}] ${message} ${meta === undefined ? '' : inspect(meta)}\n`);
  }),
  // The native part only adds warnings: about failed tasks, which are also reported as errors, and about runs of
  // another version.
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
