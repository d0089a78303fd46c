import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { webhookDeliveries, webhookEndpoints } from '../../src/db/schema/index.js';
import { AppError } from '../../src/domain/errors.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { getEndpoint } from '../../src/services/webhooks/get.js';
import { listDeliveries } from '../../src/services/webhooks/list-deliveries.js';
import { listEndpoints } from '../../src/services/webhooks/list.js';
import { redeliver } from '../../src/services/webhooks/redeliver.js';
import { deleteEndpoint } from '../../src/services/webhooks/delete.js';
import { replayFailed } from '../../src/services/webhooks/replay.js';
import { rotateSecret } from '../../src/services/webhooks/rotate.js';
import { sendTestEvent } from '../../src/services/webhooks/send-test.js';
import { updateEndpoint } from '../../src/services/webhooks/update.js';
import { createShiftedClock } from '../harness/clock.js';
import { startReceiver, verifyStandard, type Receiver } from '../harness/receiver.js';
import { mintWorkspace } from '../harness/stack.js';
import { useWorkspace } from '../harness/use-stack.js';
import {
  addReceiver,
  asPerson,
  attemptsOf,
  deliveriesOf,
  deliveryOf,
  emit,
  useWebhookStack,
  untilDelivery,
} from '../harness/webhooks.js';

describe('webhook endpoints', () => {
  let receiver: Receiver;
  const clock = createShiftedClock();
  const stack = useWebhookStack({ clock });
  const workspace = useWorkspace(stack, ['BLUESKY']);
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const refusal = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'nothing was refused',
      (error: unknown) => (error instanceof AppError ? String(error.code) : error),
    );

  it('are refused beyond twenty, even if two are created at once', async () => {
    let number = 0;
    const add = () => addReceiver(workspace, `${receiver.url}?${(number += 1)}`);
    while (number < 19) await add();
    const results = await Promise.allSettled([add(), add(), add()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(add())).toBe('VALIDATION_FAILED');
    const endpoints = await listEndpoints(asPerson(workspace.ctx), workspace);
    expect(endpoints).toHaveLength(20);
    await deleteEndpoint(asPerson(workspace.ctx), { endpointId: endpoints[0]?.id ?? '' });
    await add();
  });

  it('are shown only to owners and admins, also by keys and commands', async () => {
    const { endpoint } = await addReceiver(workspace, receiver.url);
    const person = asPerson(workspace.ctx);
    const { workspaceId } = workspace;
    const editor = {
      ...person,
      reach: { ...person.reach, roleByWorkspace: new Map([[workspaceId, 'EDITOR' as const]]) },
    };
    const page = { endpointId: endpoint.id, limit: 1, sort: '-createdAt' as const };
    expect(await refusal(listEndpoints(editor, workspace))).toBe('INSUFFICIENT_ROLE');
    expect(await refusal(getEndpoint(editor, { endpointId: endpoint.id }))).toBe('INSUFFICIENT_ROLE');
    expect(await refusal(listDeliveries(editor, page))).toBe('INSUFFICIENT_ROLE');
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://[::ffff:192.168.0.1]/',
    'https://user:password@example.com/',
    'ftp://example.com/',
    'https://metadata.google.internal/',
    `https://example.com/${'x'.repeat(1)} y`,
  ])('are refused at %s, when created and when changed', async (url) => {
    expect(await refusal(addReceiver(workspace, url))).toBe('URL_REJECTED');
    const { endpoint } = await addReceiver(workspace, receiver.url);
    expect(await refusal(updateEndpoint(asPerson(workspace.ctx), { endpointId: endpoint.id, url }))).toBe(
      'URL_REJECTED',
    );
  });

  it('are refused with a URL of 2,049 characters and with unknown types', async () => {
    const long = `https://example.com/${'x'.repeat(2_029)}`;
    expect(await refusal(addReceiver(workspace, long))).toBe('VALIDATION_FAILED');
    const unknown = ['post.deleted'] as unknown as ['post.failed'];
    expect(await refusal(addReceiver(workspace, receiver.url, unknown))).toBe('VALIDATION_FAILED');
  });

  it('are unknown in other workspaces, and cannot be changed by editors', async () => {
    const { endpoint } = await addReceiver(workspace, receiver.url);
    const other = await mintWorkspace(stack.deps, ['BLUESKY']);
    expect(await refusal(sendTestEvent(asPerson(other.ctx), { endpointId: endpoint.id }))).toBe('NOT_FOUND');
    const roles = new Map([[workspace.workspaceId, 'EDITOR' as const]]);
    const editor = {
      ...workspace,
      ctx: { ...workspace.ctx, reach: { ...workspace.ctx.reach, roleByWorkspace: roles } },
    };
    expect(await refusal(addReceiver(editor, receiver.url))).toBe('INSUFFICIENT_ROLE');
    expect(await refusal(deleteEndpoint(asPerson(editor.ctx), { endpointId: endpoint.id }))).toBe(
      'INSUFFICIENT_ROLE',
    );
    expect(await listEndpoints(asPerson(workspace.ctx), workspace)).toHaveLength(1);
  });

  it('have encrypted secrets, which are never shown again', async () => {
    const { endpoint, secret } = await addReceiver(workspace, receiver.url);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret: second } = await rotateSecret(asPerson(workspace.ctx), { endpointId: endpoint.id });
    const [row] = await stack.deps.db.execute(
      sql`select to_jsonb(e)::text as stored from ${webhookEndpoints} e where id = ${endpoint.id}`,
    );
    const shown = JSON.stringify([row, await listEndpoints(asPerson(workspace.ctx), workspace)]);
    expect(shown).toContain(endpoint.id);
    for (const each of [secret, second]) expect(shown).not.toContain(each.slice('whsec_'.length, 30));
  });

  it('Events 4: get a test event whatever they subscribe to, with the HMAC of its body', async () => {
    const { endpoint, secret } = await addReceiver(workspace, receiver.url, ['comment.received']);
    const { deliveryId, eventId } = await sendTestEvent(asPerson(workspace.ctx), { endpointId: endpoint.id });
    await untilDelivery(stack.deps, deliveryId, 'DELIVERED');
    const [request] = receiver.received;
    expect(request && verifyStandard(secret, request)).toMatchObject({ id: eventId, type: 'webhook.test' });
    expect(request?.headers['x-service-signature']).toBe(
      createHmac('sha256', secret)
        .update(request?.body ?? '')
        .digest('hex'),
    );
  });

  it('rotate their secret: for 24 hours both secrets are valid, then only the new one', async () => {
    const { endpoint, secret: before } = await addReceiver(workspace, receiver.url);
    const { secret: after } = await rotateSecret(asPerson(workspace.ctx), { endpointId: endpoint.id });
    const deliverNow = async () => {
      const [id] = await emit(workspace, [endpoint.id]);
      await untilDelivery(stack.deps, id, 'DELIVERED');
      const request = receiver.received.at(-1);
      if (request === undefined) throw new Error('nothing came');
      return request;
    };
    const during = await deliverNow();
    expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const secret of [before, after]) expect(verifyStandard(secret, during)).toBeTruthy();
    expect(during.headers['x-service-signature']).toBe(
      createHmac('sha256', after).update(during.body).digest('hex'),
    );
    clock.shiftMs = 24 * 3_600_000 + 1_000;
    const later = await deliverNow();
    expect(String(later.headers['webhook-signature']).split(' ')).toHaveLength(1);
    clock.shiftMs = 0;
    await rotateSecret(asPerson(workspace.ctx), { endpointId: endpoint.id, previousValidMs: 0 });
    const leaked = await deliverNow();
    for (const secret of [before, after]) expect(() => verifyStandard(secret, leaked)).toThrow();
  });

  it('redeliver with the same id and the same bytes', async () => {
    const { endpoint } = await addReceiver(workspace, receiver.url);
    const [deliveryId] = await emit(workspace, [endpoint.id]);
    const first = await untilDelivery(stack.deps, deliveryId, 'DELIVERED');
    await redeliver(asPerson(workspace.ctx), { deliveryId: first.id });
    await receiver.until(2);
    const second = await untilDelivery(stack.deps, deliveryId, 'DELIVERED');
    expect(second.workflowId).toBe(`deliver-webhook:${first.eventId}:${endpoint.id}:r1`);
    expect(second.attemptCount).toBe(2);
    const [one, two] = receiver.received;
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    expect(two?.body.equals(one?.body ?? Buffer.alloc(0))).toBe(true);
  });

  it('redeliver a waiting event at once, so that the sleeping run is superseded', async () => {
    receiver.script.push(500);
    const { endpoint } = await addReceiver(workspace, receiver.url);
    const [deliveryId] = await emit(workspace, [endpoint.id]);
    await receiver.until(1);
    await expect.poll(async () => (await attemptsOf(stack.deps, deliveryId)).length).toBe(1);
    await redeliver(asPerson(workspace.ctx), { deliveryId: deliveryId ?? '' });
    await untilDelivery(stack.deps, deliveryId, 'DELIVERED');
    expect(receiver.received).toHaveLength(2);
  });

  it('replay exactly the deliveries that failed since a given time, unless they are disabled', async () => {
    const { endpoint } = await addReceiver(workspace, receiver.url);
    const [early, delivered, failed] = [
      ...(await emit(workspace, [endpoint.id])),
      ...(await emit(workspace, [endpoint.id])),
      ...(await emit(workspace, [endpoint.id])),
    ];
    for (const id of [early, delivered, failed]) await untilDelivery(stack.deps, id, 'DELIVERED');
    const die = async (id: string | undefined, createdAt: Date): Promise<void> => {
      await stack.deps.db
        .update(webhookDeliveries)
        .set({ status: 'DEAD', deadReason: 'ATTEMPTS_EXHAUSTED', createdAt })
        .where(eq(webhookDeliveries.id, id ?? ''));
    };
    const since = new Date(Date.now() - 60_000);
    await die(early, new Date(since.getTime() - 1));
    await die(failed, since);
    await updateEndpoint(asPerson(workspace.ctx), { endpointId: endpoint.id, status: 'DISABLED' });
    const test = sendTestEvent(asPerson(workspace.ctx), { endpointId: endpoint.id });
    expect(await refusal(test)).toBe('INVALID_STATE');
    expect(await refusal(replayFailed(asPerson(workspace.ctx), { endpointId: endpoint.id, since }))).toBe(
      'INVALID_STATE',
    );
    await updateEndpoint(asPerson(workspace.ctx), { endpointId: endpoint.id, status: 'ENABLED' });
    receiver.received.length = 0;
    expect(await replayFailed(asPerson(workspace.ctx), { endpointId: endpoint.id, since })).toEqual({
      replayed: 1,
      hasMore: false,
    });
    const { eventId } = await untilDelivery(stack.deps, failed, 'DELIVERED');
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId]);
    expect((await deliveryOf(stack.deps, early)).status).toBe('DEAD');
  });

  it('receive nothing after they were removed', async () => {
    receiver.answer = 500;
    const { endpoint } = await addReceiver(workspace, receiver.url);
    const [waiting] = await emit(workspace, [endpoint.id]);
    await receiver.until(1);
    const [owed] = await emit(workspace, [endpoint.id], { start: false });
    await deleteEndpoint(asPerson(workspace.ctx), { endpointId: endpoint.id });
    await reconcile(stack.deps, { includeYoung: true });
    for (const id of [waiting, owed]) {
      expect(await untilDelivery(stack.deps, id, 'DEAD')).toMatchObject({ deadReason: 'ENDPOINT_REMOVED' });
    }
    const [row] = await stack.deps.db
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, endpoint.id));
    expect(row).toMatchObject({ secret: null, previousSecret: null });
    expect(receiver.received).toHaveLength(1);
  });

  it('list their deliveries page by page', async () => {
    const { endpoint } = await addReceiver(workspace, receiver.url);
    for (let number = 0; number < 5; number += 1) await emit(workspace, [endpoint.id], { start: false });
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listDeliveries(asPerson(workspace.ctx), {
        endpointId: endpoint.id,
        limit: 2,
        sort: 'createdAt',
        ...(cursor === undefined ? {} : { cursor }),
      });
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(ids).toEqual((await deliveriesOf(stack.deps, endpoint.id)).map(({ id }) => id));
  });
});
