import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../harness/receiver.js';
import { mintWorkspace } from '../harness/stack.js';
import { addReceiver, attemptsOf, emit, useWebhookStack, untilDelivery } from '../harness/webhooks.js';

const hangingReceivers = 200;
const endpointsPerWorkspace = 20;
/** 400 deliveries, which two cores can make besides running the receivers. */
const flooded = 100;
const eventsEach = 4;
const probes = 5;
/** A delivery that has to wait for one that hangs waits for almost ten seconds, after which that one is ended. */
const waitMsMax = 5_000;
/** A slow machine is slower still while 200 deliveries are under way. */
const slowMachineTimes = 4;
const slowMachineMsMax = 600_000;

describe('the processes that make deliveries', () => {
  const stack = useWebhookStack();
  let healthy: Receiver;
  let hanging: Receiver;

  beforeAll(async () => {
    healthy = await startReceiver();
    hanging = await startReceiver(() => undefined);
  });
  afterAll(async () => {
    await hanging.close();
    await healthy.close();
  });

  it(
    'are not blocked by 200 receivers that hang: a healthy receiver gets its event about as soon as without them',
    async () => {
      const { endpoint } = await addReceiver(stack.workspace, healthy.url);
      const measure = async (): Promise<number> => {
        const before = healthy.received.length;
        const startMs = performance.now();
        await emit(stack.workspace, [endpoint.id]);
        await healthy.until(before + 1);
        return performance.now() - startMs;
      };
      await measure();
      const aloneMs = Math.max(await measure(), await measure(), await measure());
      for (let count = 0; count < hangingReceivers; count += endpointsPerWorkspace) {
        const workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
        const ids: string[] = [];
        for (let each = 0; each < endpointsPerWorkspace; each += 1) {
          ids.push((await addReceiver(workspace, `${hanging.url}?${each}`)).endpoint.id);
        }
        await emit(workspace, ids);
      }
      await hanging.until(hangingReceivers, slowMachineMsMax);
      expect(healthy.received).toHaveLength(4);
      const [, besideMs = 0] = [await measure(), await measure(), await measure()].sort((a, b) => a - b);
      expect(besideMs).toBeLessThan(Math.max(waitMsMax, slowMachineTimes * aloneMs));
    },
    slowMachineMsMax,
  );

  it(
    'serve the receivers in turn: a healthy receiver gets its event before half of the events of hanging ones are sent',
    async () => {
      const { endpoint } = await addReceiver(stack.workspace, `${healthy.url}?turns`);
      // Counts deliveries, not attempts, because attempts that hang are repeated, even those of other tests.
      const begunDeliveries = (): number =>
        new Set(hanging.received.map(({ headers, path }) => `${String(headers['webhook-id'])} ${path}`)).size;
      const floodEnd = begunDeliveries() + flooded * eventsEach;
      for (let count = 0; count < flooded; count += endpointsPerWorkspace) {
        const workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
        const ids: string[] = [];
        for (let each = 0; each < endpointsPerWorkspace; each += 1) {
          ids.push((await addReceiver(workspace, `${hanging.url}?${each}`)).endpoint.id);
        }
        for (let event = 0; event < eventsEach; event += 1) await emit(workspace, ids);
      }
      const sentMeanwhile: number[] = [];
      while (sentMeanwhile.length < probes && begunDeliveries() < floodEnd) {
        const begunBefore = begunDeliveries();
        const [id] = await emit(stack.workspace, [endpoint.id]);
        await untilDelivery(stack.deps, id, 'DELIVERED');
        sentMeanwhile.push(begunDeliveries() - begunBefore);
      }
      expect(sentMeanwhile.length).toBeGreaterThan(0);
      // In order of arrival, the delivery would wait for all of them.
      expect(Math.max(...sentMeanwhile)).toBeLessThanOrEqual((flooded * eventsEach) / 2);
    },
    slowMachineMsMax,
  );

  it('Events 2: repeat an attempt with the same id if a worker crashes during it', async () => {
    const workspace = await mintWorkspace(stack.deps, ['BLUESKY']);
    const receiver = await startReceiver();
    receiver.script.push(() => undefined);
    const { endpoint } = await addReceiver(workspace, receiver.url);
    const [id] = await emit(workspace, [endpoint.id]);
    await receiver.until(1);
    await stack.stopWorker();
    await stack.startWorker();
    const done = await untilDelivery(stack.deps, id, 'DELIVERED');
    expect(receiver.received).toHaveLength(2);
    for (const { headers } of receiver.received) expect(headers['webhook-id']).toBe(done.eventId);
    // The lost attempt left no record; the one that counts did.
    expect(await attemptsOf(stack.deps, id)).toHaveLength(1);
    await receiver.close();
  });
});
