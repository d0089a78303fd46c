import { afterAll, beforeAll, expect, it } from 'vitest';
import '../harness/end-with-runner.js';
import { createApiClient } from './api-client.js';
import { createBalancer, type Balancer } from './balancer.js';
import { buildProduct } from '../harness/programs.js';
import { startFaultStack, type FaultStack } from './fault-stack.js';
import { untilFinal } from './settle.js';
import { readSandbox } from './tally.js';

const requestsPerSecond = 50;
/** Requests per second. A machine that is too busy gets fewer, not a queue. */
const underWayMax = 50;
/** One in so many is a post, the others read. Two cores can publish that much while two processes start. */
const requestsPerPost = 10;
/** Longer than a response takes while two of four processes start. */
const soonMs = 10_000;
const drainMsMax = 25_000;
/** On a busy machine posts pile up and are published late, but they are published. */
const finalTimeoutMs = 180_000;

let stack: FaultStack;
let balancer: Balancer;

beforeAll(async () => {
  buildProduct();
  stack = await startFaultStack({
    processesEach: 2,
    accountsPerPlatform: 2,
    lookupDelaysMs: '1000,2000,2000,3000',
    onPublishingCall: () => undefined,
    onStart: () => undefined,
    apiEnv: { DRAIN_DELAY_MS: '2500' },
  });
  balancer = createBalancer(stack.apiUrls, stack.apiKey);
});
afterAll(async () => {
  balancer.close();
  await stack.stop();
});

/** Sends at an even pace until it is stopped, whatever the responses are. */
function startLoad(): {
  stop: () => Promise<{ failures: string[]; sent: number; posts: Map<string, string> }>;
} {
  const failures: string[] = [];
  const posts = new Map<string, string>();
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  const one = async (number: number): Promise<void> => {
    const marker = `rolling-${number}`;
    const isPost = number % requestsPerPost === 0;
    const account = stack.accounts[number % stack.accounts.length];
    const body = {
      content: `${marker} text`,
      platforms: [account?.entry],
      scheduledFor: new Date(Date.now() + soonMs).toISOString(),
    };
    try {
      const answer = await (isPost
        ? balancer.send('POST', '/posts', body)
        : balancer.send('GET', '/posts?limit=5'));
      if (answer.status !== (isPost ? 201 : 200))
        failures.push(`${answer.status} ${answer.text.slice(0, 200)}`);
      else if (isPost) posts.set((JSON.parse(answer.text) as { id: string }).id, marker);
    } catch (error) {
      failures.push(String(error));
    }
  };
  const timer = setInterval(() => {
    if (underWay.size >= underWayMax) return;
    const request = one(sent).finally(() => underWay.delete(request));
    underWay.add(request);
    sent += 1;
  }, 1_000 / requestsPerSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      return { failures, sent, posts };
    },
  };
}

it('a rolling restart at 50 requests per second fails no request, and loses and duplicates no post', async () => {
  const load = startLoad();
  for (const child of [...stack.apis, ...stack.workers]) {
    expect(await child.terminate(), child.name).toBeLessThan(drainMsMax);
    await child.untilReady();
    await expect.poll(() => balancer.ready()).toBe(stack.apis.length);
  }
  const { failures, sent, posts } = await load.stop();
  expect(failures).toEqual([]);
  expect(sent).toBeGreaterThan(4 * requestsPerSecond);
  const final = await untilFinal(createApiClient(stack), [...posts.keys()], finalTimeoutMs);
  expect([...final.values()].filter(({ status }) => status !== 'PUBLISHED')).toEqual([]);
  const shown = (await readSandbox(stack.sandboxUrl)).map(({ text }) => text.split(' ', 1)[0]);
  expect(shown.sort()).toEqual([...posts.values()].sort());
}, 420_000);
