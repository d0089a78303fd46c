import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAhead } from '../harness/send-ahead.js';
import { setUpProcesses, type RealProcesses } from './real-processes.js';
import { waitMsMax } from '../harness/patience.js';

const hourMs = 3_600_000;
const aheadMs = 48 * hourMs;
/** Code that is loaded before a program, and shifts its clock by `aheadMs`. */
const shiftedDate = `
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      if (args.length === 0) super(RealDate.now() + ${aheadMs});
      else super(...args);
    }
    static now() {
      return RealDate.now() + ${aheadMs};
    }
  };`;

interface Post {
  id: string;
  status: string;
}

interface ReadyAnswer {
  worker?: string;
  clock: string;
  clockAheadSeconds: number;
  lastSweep?: { completedAt: string } | null;
}

describe('a worker whose machine is two days ahead', () => {
  let world: RealProcesses;
  beforeAll(async () => {
    world = await setUpProcesses({});
    await world.startApi();
  });
  afterAll(() => world.close());

  async function request(scheduledFor: string, key: string): Promise<{ status: number; body: Post }> {
    const account = world.seed.socialAccounts.find(({ platform }) => platform === 'X');
    const response = await fetch(`${world.apiUrl}/api/v1/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.seed.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({
        content: `Due at ${scheduledFor}`,
        platforms: [{ accountId: account?.id }],
        scheduledFor,
      }),
    });
    return { status: response.status, body: (await response.json()) as Post };
  }
  async function create(inMs: number): Promise<Post> {
    const { status, body } = await sendAhead(inMs, (time) => request(time, randomUUID()));
    expect(status).toBe(201);
    return body;
  }
  const statusOf = async ({ id }: Post) => ((await world.call('GET', `/posts/${id}`)).body as Post).status;
  const ready = async (url: string) => (await (await fetch(`${url}/readyz`)).json()) as ReadyAnswer;

  it('does not publish early or repeat requests, publishes due posts, and reports its wrong clock', async () => {
    const key = randomUUID();
    const soonAt = new Date(Date.now() + hourMs / 2).toISOString();
    const { status, body: soon } = await request(soonAt, key);
    expect(status).toBe(201);
    const later = await create(20 * hourMs);
    await world.startWorker('/healthz', 'node', {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shiftedDate)}`,
    });
    const isPolled = async () => (await ready(world.apiUrl)).worker;
    await expect.poll(isPolled, { timeout: waitMsMax }).toBe('polling');
    const sweptAt = async () => (await ready(world.apiUrl)).lastSweep?.completedAt;
    const before = await sweptAt();
    await expect.poll(sweptAt, { timeout: waitMsMax }).not.toBe(before);

    expect([await statusOf(soon), await statusOf(later)]).toEqual(['SCHEDULED', 'SCHEDULED']);
    expect(await request(soonAt, key)).toMatchObject({ status: 201, body: { id: soon.id } });
    const due = await create(1_000);
    await expect.poll(() => statusOf(due), { timeout: waitMsMax }).toBe('PUBLISHED');

    const answer = await fetch(`${world.workerUrl}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      status: 'not ready',
      clock: 'off',
      fault: expect.stringContaining('clock') as string,
    });
    expect(Math.abs((await ready(world.workerUrl)).clockAheadSeconds - aheadMs / 1000)).toBeLessThan(30);
    expect(await ready(world.apiUrl)).toMatchObject({ clock: 'ok' });
  });
});
