import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpProcesses, type RealProcesses } from './real-processes.js';

describe('a SIGTERM that is sent to npm', () => {
  let world: RealProcesses;
  beforeAll(async () => {
    world = await setUpProcesses({});
  });
  afterAll(() => world.close());

  it('reaches the API, which finishes its requests and exits', async () => {
    const api = await world.startApi('npm');
    api.terminate();
    await api.ended();
    await expect(fetch(`${world.apiUrl}/healthz`)).rejects.toThrow();
  });

  it('reaches the worker, which exits', async () => {
    const worker = await world.startWorker('/readyz', 'npm');
    worker.terminate();
    await worker.ended();
    await expect(fetch(`${world.workerUrl}/healthz`)).rejects.toThrow();
  });
});
