import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpProcesses, type RealProcesses } from './real-processes.js';

describe('SIGTERM to npm', () => {
  let world: RealProcesses;
  beforeAll(async () => {
    world = await setUpProcesses({});
  });
  afterAll(() => world.close());

  it('reaches the API that npm runs, which drains and exits', async () => {
    const api = await world.startApi('npm');
    api.terminate();
    await api.ended();
    await expect(fetch(`${world.apiUrl}/healthz`)).rejects.toThrow();
  });

  it('reaches the worker', async () => {
    const worker = await world.startWorker('/readyz', 'npm');
    worker.terminate();
    await worker.ended();
    await expect(fetch(`${world.workerUrl}/healthz`)).rejects.toThrow();
  });
});
