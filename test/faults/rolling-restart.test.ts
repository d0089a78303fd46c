import { afterAll, beforeAll, expect, it } from 'vitest';
import '../harness/end-with-runner.js';
import { createApiClient } from './api-client.js';
import { createBalancer, type BalancedAnswer, type Balancer } from './balancer.js';
import { count, type Counts } from './changes.js';
import { buildProduct } from '../harness/programs.js';
import { sendAhead } from '../harness/send-ahead.js';
import { startFaultStack, type FaultStack } from './fault-stack.js';
import { untilFinal } from './settle.js';
import { readSandbox } from './tally.js';

const requestsPerSecond = 50;
/** The number of database connections of one API. A machine that is too busy gets fewer requests, not a queue. */
const underWayMax = 10;
/** One of this many requests is a post, and the others only read. Two cores can publish that much during a restart. */
const requestsPerPost = 10;
/** This is longer than a response usually takes while two of four processes start. */
const soonMs = 10_000;
const drainMsMax = 25_000;
/** On a busy machine posts pile up and are published late, but they are still published one after the other. */
const finalTimeoutMs = 180_000;
const failuresShown = 3;

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
    // This is longer than the balancer needs to notice the drain, even on a slow machine.
    apiEnv: { DRAIN_DELAY_MS: '10000' },
  });
  balancer = createBalancer(stack.apiUrls, stack.apiKey);
});
afterAll(async () => {
  balancer.close();
  await stack.stop();
});

interface Failures {
  byKind: Counts;
  first: string[];
}

/** Sends at an even pace until it is stopped, whatever the responses are. */
function startLoad(): {
  stop: () => Promise<{ failures: Failures; sent: number; posts: Map<string, string> }>;
} {
  const failures: Failures = { byKind: new Map(), first: [] };
  const posts = new Map<string, string>();
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  const one = async (number: number): Promise<void> => {
    const marker = `rolling-${number}`;
    const isPost = number % requestsPerPost === 0;
    const account = stack.accounts[number % stack.accounts.length];
    const create = (scheduledFor: string): Promise<BalancedAnswer> =>
      balancer.send('POST', '/posts', {
        content: `${marker} text`,
        platforms: [account?.entry],
        scheduledFor,
      });
    const fail = (kind: string, text: string): void => {
      count(failures.byKind, kind);
      if (failures.first.length < failuresShown) failures.first.push(text.slice(0, 200));
    };
    try {
      const answer = await (isPost ? sendAhead(soonMs, create) : balancer.send('GET', '/posts?limit=5'));
      if (answer.status !== (isPost ? 201 : 200)) fail(String(answer.status), answer.text);
      else if (isPost) posts.set((JSON.parse(answer.text) as { id: string }).id, marker);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      fail(code ?? message, String(error));
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
  expect(Object.fromEntries(failures.byKind), failures.first.join('\n')).toEqual({});
  expect(sent).toBeGreaterThan(4 * requestsPerSecond);
  const final = await untilFinal(createApiClient(stack), [...posts.keys()], finalTimeoutMs);
  expect([...final.values()].filter(({ status }) => status !== 'PUBLISHED')).toEqual([]);
  const shown = (await readSandbox(stack.sandboxUrl)).map(({ text }) => text.split(' ', 1)[0]);
  expect(shown.sort()).toEqual([...posts.values()].sort());
}, 1_800_000);
