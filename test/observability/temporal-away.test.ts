import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.js';
import { temporalAddress } from '../harness/temporal.js';
import { setUpProcesses, type RealProcess, type RealProcesses } from './real-processes.js';

describe('a worker', () => {
  let world: RealProcesses;
  let worker: RealProcess | undefined;
  beforeAll(async () => {
    world = await setUpProcesses({});
  });
  afterEach(() => {
    worker?.kill();
  });
  afterAll(() => world.close());

  const ready = async () => {
    const response = await fetch(`${world.workerUrl}/readyz`);
    const { fault } = (await response.json()) as { fault?: string };
    return { status: response.status, fault };
  };
  const stop = async (): Promise<void> => {
    worker?.terminate();
    const ended = await worker?.ended();
    expect(ended?.code, worker?.output()).toBe(0);
  };

  it('is not ready in a namespace that does not exist, says so, and ends on the first signal', async () => {
    worker = await world.startWorker('/healthz', 'node', { TEMPORAL_NAMESPACE: 'never-made' });
    await expect.poll(ready).toMatchObject({
      status: 503,
      fault:
        'The Temporal namespace never-made does not exist. Correct TEMPORAL_NAMESPACE, or run punctual setup.',
    });
    await stop();
  });

  it('is not ready while it waits for Temporal, and ends on the first signal', async () => {
    worker = await world.startWorker('/healthz', 'node', { TEMPORAL_ADDRESS: '127.0.0.1:1' });
    await expect.poll(ready).toMatchObject({ status: 503 });
    await stop();
  });

  describe('a Temporal that goes away while a worker polls', () => {
    let proxy: DatabaseProxy;
    beforeAll(async () => {
      proxy = await openDatabaseProxy(`http://${temporalAddress()}`);
    });
    afterAll(() => proxy.close());

    it('makes the worker not ready, which says why and ends on the first signal', async () => {
      const { host } = new URL(proxy.url);
      worker = await world.startWorker('/readyz', 'node', { TEMPORAL_ADDRESS: host });
      proxy.shut();
      proxy.hangUp();
      await expect.poll(ready).toMatchObject({
        status: 503,
        fault: expect.stringMatching(/^Temporal does not answer: /) as string,
      });
      await stop();
    });
  });
});
