import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.js';
import { temporalAddress } from '../harness/temporal.js';
import { setUpProcesses, type RealProcesses } from './real-processes.js';

describe('the log of a worker', () => {
  let world: RealProcesses;
  let temporal: DatabaseProxy;
  beforeAll(async () => {
    world = await setUpProcesses({});
    temporal = await openDatabaseProxy(`tcp://${temporalAddress()}`);
  });
  afterAll(async () => {
    await world.close();
    await temporal.close();
  });

  it('has only lines of JSON while Temporal is unreachable, including those of its native library', async () => {
    const worker = await world.startWorker('/readyz', 'node', {
      TEMPORAL_ADDRESS: new URL(temporal.url).host,
    });
    temporal.shut();
    temporal.reset();
    await expect.poll(() => worker.output()).toContain('"sdkComponent":"core"');
    const lines = worker.output().trim().split('\n').slice(0, -1);
    expect(lines.filter((line) => !/^\{.*\}$/.test(line))).toEqual([]);
    expect(lines.map((line) => JSON.parse(line) as unknown)).not.toEqual([]);
  });
});
