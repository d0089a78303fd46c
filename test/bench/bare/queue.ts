import { Logger, run } from 'graphile-worker';
import postgres from 'postgres';
import { createSafeFetch } from '../../../src/egress/create-safe-fetch.js';
import { startHealthServer } from '../../../src/processes/health-server.js';
import { untilAborted } from '../../../src/processes/until-aborted.js';
import { queueTask } from './contract.js';
import { abortedBySignal, required } from './process.js';
import { createAttempts, publishOnce } from './publish-once.js';

const concurrentJobs = 20;
/** The default of two seconds would make every job late. Temporal's timers are as exact as this. */
const pollIntervalMs = 100;

/** The alternative to Temporal: a queue in Postgres whose jobs claim, call and record. */
export async function main(): Promise<void> {
  const signal = abortedBySignal();
  const poolMax = Number(required('DATABASE_POOL_MAX'));
  const connectionString = required('QUEUE_DATABASE_URL');
  const sql = postgres(connectionString, { max: poolMax, onnotice: () => undefined });
  await createAttempts(sql);
  const fetch = createSafeFetch();
  const publishing = { sql, fetch, platformUrl: required('SANDBOX_URL') };
  const runner = await run({
    connectionString,
    maxPoolSize: poolMax,
    concurrency: concurrentJobs,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    // The queue writes no log, because a line for each job would be measured, too.
    logger: new Logger(() => () => undefined),
    taskList: {
      [queueTask]: async (payload) => {
        await publishOnce(publishing, { platform: 'X', text: (payload as { text: string }).text });
      },
    },
  });
  const healthServer = await startHealthServer({
    host: '127.0.0.1',
    port: Number(required('PORT')),
    variable: 'PORT',
    renderMetrics: () => Promise.resolve({ contentType: 'text/plain', text: '' }),
    isReady: () => true,
  });
  await untilAborted(signal);
  await runner.stop();
  await Promise.all([sql.end({ timeout: 5 }), fetch[Symbol.asyncDispose](), healthServer.close()]);
}
