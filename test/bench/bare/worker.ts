import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import postgres from 'postgres';
import { createSafeFetch } from '../../../src/egress/create-safe-fetch.js';
import { startHealthServer } from '../../../src/processes/health-server.js';
import { untilAborted } from '../../../src/processes/until-aborted.js';
import { workerTuning } from '../../../src/temporal/worker.js';
import { abortedBySignal, required } from './process.js';
import { bareTaskQueue, type BareActivities } from './contract.js';
import { createAttempts, publishOnce } from './publish-once.js';

/** Runs a worker with the product's options whose activities do only what is indispensable. */
export async function main(): Promise<void> {
  const signal = abortedBySignal();
  const sql = postgres(required('DATABASE_URL'), { max: Number(required('DATABASE_POOL_MAX')) });
  await createAttempts(sql);
  const fetch = createSafeFetch();
  const publishing = { sql, fetch, platformUrl: required('SANDBOX_URL') };
  const activities: BareActivities = {
    noop: () => Promise.resolve(Date.now()),
    publishOnce: async (call) => {
      await publishOnce(publishing, call);
      return Date.now();
    },
  };
  const connection = await NativeConnection.connect({ address: required('TEMPORAL_ADDRESS') });
  const worker = await Worker.create({
    connection,
    taskQueue: bareTaskQueue,
    workflowsPath: fileURLToPath(new URL('workflows.ts', import.meta.url)),
    activities,
    ...workerTuning,
  });
  const healthServer = await startHealthServer({
    host: '127.0.0.1',
    port: Number(required('PORT')),
    variable: 'PORT',
    renderMetrics: () => Promise.resolve({ contentType: 'text/plain', text: '' }),
    isReady: () => worker.getState() === 'RUNNING',
  });
  const running = worker.run();
  await untilAborted(signal);
  worker.shutdown();
  await running;
  await connection.close();
  await Promise.all([sql.end({ timeout: 5 }), fetch[Symbol.asyncDispose](), healthServer.close()]);
}
