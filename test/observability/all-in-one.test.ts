import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyFreePort } from '../../src/launcher/ports.js';
import { sendAhead } from '../harness/send-ahead.js';
import { setUpProcesses, type RealProcess, type RealProcesses } from './real-processes.js';

const drainMsMax = 25_000;

describe('API and worker in one process', () => {
  let world: RealProcesses;
  let metricsUrl: string;
  let all: RealProcess;
  beforeAll(async () => {
    const metricsPort = await anyFreePort();
    metricsUrl = `http://127.0.0.1:${metricsPort}`;
    world = await setUpProcesses({ METRICS_PORT: String(metricsPort) });
    all = await world.startAll();
  });
  afterAll(() => world.close());

  it('become ready, and publish a post', async () => {
    await expect.poll(async () => (await fetch(`${world.apiUrl}/readyz`)).status).toBe(200);
    const [account] = world.seed.socialAccounts.filter(({ platform }) => platform === 'X');
    const platforms = [{ accountId: account?.id }];
    const { status, body } = await sendAhead(1_000, (scheduledFor) =>
      world.call('POST', '/posts', { content: 'from one process', platforms, scheduledFor }),
    );
    expect(status).toBe(201);
    const { id } = body as { id: string };
    await expect
      .poll(async () => (await world.call('GET', `/posts/${id}`)).body)
      .toMatchObject({ status: 'PUBLISHED' });
  });

  it('serve the metrics of both on one port, and nothing on the port of a worker', async () => {
    const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
    expect(metrics).toMatch(/punctual_publish_runs_total\{status="PUBLISHED",process="all"\} 1/);
    expect(metrics).toMatch(/punctual_http_request_duration_seconds_count\{process="all",method="POST"/);
    await expect(fetch(`${world.workerUrl}/healthz`)).rejects.toThrow();
  });

  it('end with code 1 if the port of the API is already used, although the worker could run', async () => {
    const second = await world.startAll();
    expect((await second.ended()).code).toBe(1);
    expect(second.output()).toContain('is taken by another process');
    expect(second.output()).not.toContain('    at ');
  });

  it('drain at one SIGTERM, and end with code 0', async () => {
    all.terminate();
    const { code, tookMs } = await all.ended();
    expect(code, all.output()).toBe(0);
    expect(tookMs).toBeLessThan(drainMsMax);
  });
});
