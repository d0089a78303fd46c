import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpProcesses, type RealProcesses } from './real-processes.js';

describe('a port that another program uses', () => {
  let world: RealProcesses;
  beforeAll(async () => {
    world = await setUpProcesses({});
  });
  afterAll(() => world.close());

  it('ends the API with code 1 and an error with the port and its variable', async () => {
    await world.startApi();
    const { port } = new URL(world.apiUrl);
    const second = await world.startApi();
    expect((await second.ended()).code).toBe(1);
    expect(second.output()).toContain(`Port ${port} of 127.0.0.1 is taken by another process.`);
    expect(second.output()).toContain('set PORT to a free port');
    expect(second.output()).not.toContain('    at ');
  });

  it('ends the worker with code 1 and an error with the port and its variable', async () => {
    await world.startWorker('/healthz');
    const second = await world.startWorker('/healthz');
    expect((await second.ended()).code).toBe(1);
    expect(second.output()).toContain('set WORKER_HEALTH_PORT to a free port');
    expect(second.output()).not.toContain('    at ');
  });
});
