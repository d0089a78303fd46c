import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { openSideDoor } from '../../../src/processes/side-door.js';
import { untilAborted } from '../../../src/processes/until-aborted.js';
import { workerTuning } from '../../../src/temporal/worker.js';
import { abortedBySignal, required } from './process.js';
import { bareTaskQueue, type BareActivities } from './contract.js';

const activities: BareActivities = { noop: () => Promise.resolve(Date.now()) };

/** A worker with the product's options and nothing to do. */
export async function main(): Promise<void> {
  const signal = abortedBySignal();
  const connection = await NativeConnection.connect({ address: required('TEMPORAL_ADDRESS') });
  const worker = await Worker.create({
    connection,
    taskQueue: bareTaskQueue,
    workflowsPath: fileURLToPath(new URL('workflows.ts', import.meta.url)),
    activities,
    ...workerTuning,
  });
  const door = await openSideDoor({
    host: '127.0.0.1',
    port: Number(required('PORT')),
    renderMetrics: () => Promise.resolve({ contentType: 'text/plain', text: '' }),
    isReady: () => worker.getState() === 'RUNNING',
  });
  const running = worker.run();
  await untilAborted(signal);
  worker.shutdown();
  await running;
  await connection.close();
  await door.close();
}
