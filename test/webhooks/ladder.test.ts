import { beforeAll, describe, expect, it } from 'vitest';
import { webhookDelaysMs } from '../../src/domain/webhooks.js';
import { untilRunStatus } from '../harness/publishing.js';
import { startReceiver, verifyStandard, type Receiver } from '../harness/receiver.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { addReceiver, attemptsOf, deliveryOf, emit, untilDelivery } from '../harness/webhooks.js';

const offsetsS = [0, 30, 150, 750, 4_350, 25_950, 112_350];
/** A slow machine begins an attempt late. The planned waits are compared exactly. */
const slackS = 60;

// Waits of minutes and hours are skipped by the Temporal server, run by run.
describe('the series of attempts of a delivery', () => {
  const stack = useStack({ skipTime: true });
  const workspace = useWorkspace(stack, ['BLUESKY']);
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    return () => receiver.close();
  });

  it('Events 3: ends 31 h 12 min 30 s after the first attempt, when the delivery becomes DEAD', async () => {
    receiver.answer = 500;
    const { endpoint, secret } = await addReceiver(workspace, receiver.url);
    const [deliveryId] = await emit(workspace, [endpoint.id]);
    const dead = await untilDelivery(stack.deps, deliveryId, 'DEAD');
    expect(dead).toMatchObject({ deadReason: 'ATTEMPTS_EXHAUSTED', attemptCount: 7, nextAttemptAt: null });
    const attempts = await attemptsOf(stack.deps, deliveryId);
    const firstMs = attempts[0]?.startedAt.getTime() ?? 0;
    const offsets = attempts.map(({ startedAt }) => (startedAt.getTime() - firstMs) / 1000);
    expect(offsets).toHaveLength(7);
    for (const [index, offsetS] of offsets.entries()) {
      expect(offsetS).toBeGreaterThanOrEqual(offsetsS[index] ?? 0);
      expect(offsetS).toBeLessThan((offsetsS[index] ?? 0) + slackS);
    }
    expect(attempts.map(({ waitMs }) => waitMs)).toEqual([...webhookDelaysMs, null]);
    await untilRunStatus(stack, dead.workflowId ?? '', 'COMPLETED');
    expect(await stack.client.workflow.getHandle(dead.workflowId ?? '').result()).toEqual({
      outcome: 'DEAD',
    });

    const { received } = receiver;
    expect(received).toHaveLength(7);
    expect(new Set(received.map(({ body }) => body.toString('hex'))).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([dead.eventId]));
    for (const request of received) {
      expect(verifyStandard(secret, request)).toMatchObject({ id: dead.eventId, type: 'post.published' });
    }
  });

  it('ends at the first success', async () => {
    receiver.received.length = 0;
    receiver.answer = 200;
    receiver.script.push(503, 500);
    const { endpoint } = await addReceiver(workspace, receiver.url);
    const [deliveryId] = await emit(workspace, [endpoint.id]);
    await untilDelivery(stack.deps, deliveryId, 'DELIVERED');
    const attempts = await attemptsOf(stack.deps, deliveryId);
    expect(attempts.map(({ outcome, statusCode }) => [outcome, statusCode])).toEqual([
      ['FAILED', 503],
      ['FAILED', 500],
      ['DELIVERED', 200],
    ]);
    expect(receiver.received).toHaveLength(3);
  });

  it('is extended by Retry-After, at most to twice its length, and never shortened', async () => {
    receiver.answer = 200;
    for (const seconds of [5, 45, 86_400]) {
      receiver.script.push((response) => response.writeHead(429, { 'retry-after': String(seconds) }).end());
    }
    const { endpoint } = await addReceiver(workspace, receiver.url);
    const [deliveryId] = await emit(workspace, [endpoint.id]);
    await untilDelivery(stack.deps, deliveryId, 'DELIVERED');
    const waits = (await attemptsOf(stack.deps, deliveryId)).map(({ waitMs }) => waitMs);
    expect(waits).toEqual([30_000, 120_000, 1_200_000, null]);
  });

  it('leaves no secret and no payload in the history of the run', async () => {
    receiver.answer = 200;
    receiver.script.push(500);
    const { endpoint, secret } = await addReceiver(workspace, receiver.url);
    const [deliveryId] = await emit(workspace, [endpoint.id]);
    await untilDelivery(stack.deps, deliveryId, 'DELIVERED');
    const { workflowId } = await deliveryOf(stack.deps, deliveryId);
    const history = await stack.client.workflow.getHandle(workflowId ?? '').fetchHistory();
    const text = JSON.stringify(history).replace(/"data":"([^"]*)"/g, (_found, data: string) =>
      Buffer.from(data, 'base64').toString('utf8'),
    );
    // No name contains the delivery's id, so finding it shows that the arguments were searched, too.
    expect(text).toContain(deliveryId);
    for (const hidden of [secret, secret.slice('whsec_'.length), 'ünïcode', receiver.url]) {
      expect(text).not.toContain(hidden);
    }
  });
});
