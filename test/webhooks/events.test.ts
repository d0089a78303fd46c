import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApiDocument } from '../harness/description.js';
import { toPostResponse } from '../../src/api/routes/posts/schema.js';
import { webhookSchemas } from '../../src/api/document/webhooks.js';
import { posts, targets, webhookDeliveries } from '../../src/db/schema/index.js';
import { webhookEventTypes } from '../../src/domain/webhooks.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { getPost } from '../../src/services/posts/get.js';
import { lockPost } from '../../src/services/post-records/records.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { finishPublish } from '../../src/services/publishing/finish-publish.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { listTimeline } from '../../src/services/timeline/list.js';
import { emitPostEvent } from '../../src/services/webhooks/emit-post-event.js';
import { replayFailed } from '../../src/services/webhooks/replay.js';
import { updateEndpoint } from '../../src/services/webhooks/update.js';
import { runIdOf, schedule, untilStatus } from '../harness/publishing.js';
import { startReceiver, verifyStandard, type ReceivedWebhook, type Receiver } from '../harness/receiver.js';
import { canaryToken, mintWorkspace } from '../harness/stack.js';
import { useWorkspace } from '../harness/use-stack.js';
import {
  addReceiver,
  asPerson,
  deliveriesOf,
  deliveryOf,
  emit,
  eventsOf,
  useWebhookStack,
  untilDelivery,
} from '../harness/webhooks.js';

const parsed = (request: ReceivedWebhook | undefined): unknown => JSON.parse(String(request?.body));
const rejected = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } as const;

describe('the events of posts', () => {
  const stack = useWebhookStack();
  const workspace = useWorkspace(stack, ['BLUESKY']);
  let receiver: Receiver;
  /** While this is set, starts of deliveries cannot reach Temporal. */
  let away = false;

  beforeAll(() => {
    const { starter } = stack.deps;
    stack.deps.starter = {
      ...starter,
      startDeliverWebhook: (start) =>
        away ? Promise.reject(new Error('Temporal is away')) : starter.startDeliverWebhook(start),
    };
  });
  beforeEach(async () => {
    away = false;
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  it('include post.published, sent once, signed, with the post as the API shows it', async () => {
    const { endpoint, secret } = await addReceiver(workspace, receiver.url);
    const post = await schedule(workspace);
    await receiver.until(1);
    const [delivery] = await deliveriesOf(stack.deps, endpoint.id);
    await untilDelivery(stack.deps, delivery?.id, 'DELIVERED');
    const [request] = receiver.received;
    if (request === undefined) throw new Error('nothing came');
    const event = webhookSchemas['post.published'].strict().parse(verifyStandard(secret, request));
    const shown = toPostResponse(await getPost(workspace.ctx, { postId: post.id }));
    expect(event.data.post).toEqual(shown);
    expect(event).toMatchObject({ id: delivery?.eventId, workspaceId: workspace.workspaceId });
    expect(String(request.body)).not.toContain(canaryToken);
    expect(delivery?.workflowId ?? delivery?.pendingWorkflowId).toBe(
      `deliver-webhook:${event.id}:${endpoint.id}`,
    );
    expect(await eventsOf(stack.deps, workspace.workspaceId)).toHaveLength(1);
  });

  it('include post.failed, which each failed run sends', async () => {
    await addReceiver(workspace, receiver.url);
    stack.platform.script.push({ accept: false, answer: rejected });
    const post = await schedule(workspace);
    await receiver.until(1);
    expect(webhookSchemas['post.failed'].parse(parsed(receiver.received[0]))).toMatchObject({
      data: { post: { id: post.id, status: 'FAILED', targets: [{ errorCode: 'PLATFORM_REJECTED' }] } },
    });
    await retryPost(workspace.ctx, { postId: post.id });
    await receiver.until(2);
    expect(parsed(receiver.received[1])).toMatchObject({ type: 'post.published' });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2);
  });

  it('are listed in the timeline of their post with each attempt and the time of the next one', async () => {
    const { endpoint } = await addReceiver(workspace, receiver.url);
    receiver.script.push(500);
    const post = await schedule(workspace);
    await receiver.until(1);
    await expect
      .poll(async () => {
        const { data } = await listTimeline(workspace.ctx, { postId: post.id, limit: 100 });
        return data.filter(({ kind }) => kind === 'WEBHOOK_ATTEMPTED');
      })
      .toMatchObject([
        {
          actor: { kind: 'system', part: 'webhooks' },
          detail: {
            delivery: 'FAILED',
            attempt: 1,
            endpointId: endpoint.id,
            eventId: receiver.received[0]?.headers['webhook-id'],
            until: expect.stringMatching(/Z$/) as string,
          },
        },
      ]);
  });

  it('are sent only to endpoints that subscribe to their type', async () => {
    const other = await startReceiver();
    await addReceiver(workspace, receiver.url, ['post.published']);
    const { endpoint } = await addReceiver(workspace, other.url, ['post.failed', 'comment.received']);
    const post = await schedule(workspace);
    await receiver.until(1);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(await deliveriesOf(stack.deps, endpoint.id)).toEqual([]);
    expect(other.received).toHaveLength(0);
    await other.close();
  });

  it('are not stored twice if the end of a run is repeated', async () => {
    await addReceiver(workspace, receiver.url);
    const post = await schedule(workspace);
    await receiver.until(1);
    const run = { postId: post.id, workflowId: runIdOf(post) };
    expect(await finishPublish(stack.deps, run)).toEqual({ outcome: 'PUBLISHED' });
    expect(await eventsOf(stack.deps, workspace.workspaceId)).toHaveLength(1);
  });

  it('are stored together with the change, or neither is', async () => {
    const { endpoint } = await addReceiver(workspace, receiver.url);
    const post = await schedule(workspace, { inMs: 3_600_000 });
    const attempt = stack.deps.db.transaction(async (tx) => {
      await lockPost(tx, post.id);
      await tx.update(posts).set({ status: 'PUBLISHED' }).where(eq(posts.id, post.id));
      const event = { postId: post.id, workspaceId: workspace.workspaceId, status: 'PUBLISHED' as const };
      expect(await emitPostEvent(tx, stack.deps, event)).toHaveLength(1);
      throw new Error('the commit fails');
    });
    await expect(attempt).rejects.toThrow('the commit fails');
    expect(await eventsOf(stack.deps, workspace.workspaceId)).toEqual([]);
    expect(await deliveriesOf(stack.deps, endpoint.id)).toEqual([]);
    expect((await getPost(workspace.ctx, { postId: post.id })).status).toBe('SCHEDULED');
    await cancelPost(workspace.ctx, { postId: post.id });
  });

  it('describe the end of a canceled run of which some targets are public', async () => {
    const two = await mintWorkspace(stack.deps, ['BLUESKY', 'BLUESKY']);
    await addReceiver(two, receiver.url);
    const limited = { kind: 'rate-limited', retryAfterMs: 3_600_000, message: 'slow down' } as const;
    stack.platform.script.push({ accept: true }, { accept: false, answer: limited });
    const post = await schedule(two);
    await expect
      .poll(async () =>
        (await getPost(two.ctx, { postId: post.id })).targets.map(({ status }) => status).sort(),
      )
      .toEqual(['PUBLISHED', 'PUBLISHING']);
    await expect
      .poll(async () => {
        const rows = await stack.deps.db.select().from(targets).where(eq(targets.postId, post.id));
        return rows.map(({ attemptCount }) => attemptCount);
      })
      .toEqual([1, 1]);
    await expect.poll(async () => (await cancelPost(two.ctx, { postId: post.id })).status).toBe('PUBLISHED');
    await receiver.until(1);
    expect(parsed(receiver.received[0])).toMatchObject({
      type: 'post.published',
      data: { post: { status: 'PUBLISHED' } },
    });
    expect(await eventsOf(stack.deps, two.workspaceId)).toHaveLength(1);
  });

  it('name every target with its account in post.failed, so that a partial failure is clear', async () => {
    const two = await mintWorkspace(stack.deps, ['BLUESKY', 'BLUESKY']);
    const { secret } = await addReceiver(two, receiver.url);
    stack.platform.script.push({ accept: true }, { accept: false, answer: rejected });
    const post = await schedule(two);
    const shown = await untilStatus(two, post.id, 'PARTIALLY_PUBLISHED');
    await receiver.until(1);
    const [request] = receiver.received;
    if (request === undefined) throw new Error('nothing came');
    const event = webhookSchemas['post.failed'].strict().parse(verifyStandard(secret, request));
    expect(event.data.targets).toEqual(
      shown.targets.map(({ id, socialAccountId, status, errorCode, errorMessage }) => ({
        id,
        platform: 'BLUESKY',
        account: { id: socialAccountId, handle: 'tester', displayName: null },
        status,
        errorCode,
        message: errorMessage,
      })),
    );
    expect(event.data.targets.map(({ status }) => status).sort()).toEqual(['FAILED', 'PUBLISHED']);
    expect(event.data.targets.find(({ status }) => status === 'FAILED')).toMatchObject({
      errorCode: 'PLATFORM_REJECTED',
      message: expect.any(String) as string,
    });
  });

  it('include post.canceled, sent once, when a cancel takes effect at the end of the run', async () => {
    const { endpoint } = await addReceiver(workspace, receiver.url, ['post.canceled']);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    stack.platform.script.push({ accept: false, answer: rejected, during: () => held });
    const post = await schedule(workspace);
    await expect.poll(() => stack.platform.commits).toBe(1);
    const canceled = await cancelPost(workspace.ctx, { postId: post.id });
    expect([canceled.status, canceled.cancelResults[0]?.result]).toEqual(['PUBLISHING', 'IN_FLIGHT']);
    expect(await eventsOf(stack.deps, workspace.workspaceId)).toEqual([]);
    release();
    await untilStatus(workspace, post.id, 'CANCELED');
    await receiver.until(1);
    expect(webhookSchemas['post.canceled'].strict().parse(parsed(receiver.received[0]))).toMatchObject({
      data: { post: { id: post.id, status: 'CANCELED' } },
    });
    await finishPublish(stack.deps, { postId: post.id, workflowId: runIdOf(post) });
    expect(await deliveriesOf(stack.deps, endpoint.id)).toHaveLength(1);
  });

  it('do not include post.canceled by default for a post that was canceled before its time', async () => {
    await addReceiver(workspace, receiver.url);
    const post = await schedule(workspace, { inMs: 3_600_000 });
    await cancelPost(workspace.ctx, { postId: post.id });
    expect(await eventsOf(stack.deps, workspace.workspaceId)).toEqual([]);
  });

  it('are kept while Temporal is down, and the sweep sends them once', async () => {
    away = true;
    const { endpoint } = await addReceiver(workspace, receiver.url);
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await expect.poll(async () => (await deliveriesOf(stack.deps, endpoint.id)).length).toBe(1);
    const [owed] = await deliveriesOf(stack.deps, endpoint.id);
    expect(owed).toMatchObject({ status: 'PENDING', workflowId: null });
    expect(owed?.pendingWorkflowId).toBe(`deliver-webhook:${owed?.eventId}:${endpoint.id}`);
    away = false;
    await Promise.all([1, 2, 3].map(() => reconcile(stack.deps, { includeYoung: true })));
    await untilDelivery(stack.deps, owed?.id, 'DELIVERED');
    expect(receiver.received).toHaveLength(1);
  });

  it('are delivered by a new run if the first one was terminated by hand', async () => {
    receiver.script.push(500);
    const { endpoint } = await addReceiver(workspace, receiver.url);
    const [id] = await emit(workspace, [endpoint.id]);
    await expect.poll(async () => (await deliveryOf(stack.deps, id)).failures).toBe(1);
    const { workflowId } = await deliveryOf(stack.deps, id);
    await stack.client.workflow.getHandle(workflowId ?? '').terminate('by hand');
    await stack.deps.db
      .update(webhookDeliveries)
      .set({ nextAttemptAt: new Date(Date.now() - 3_600_000) })
      .where(eq(webhookDeliveries.id, id ?? ''));
    expect((await reconcile(stack.deps, { includeYoung: true })).deliveriesRevived).toBe(1);
    const done = await untilDelivery(stack.deps, id, 'DELIVERED');
    expect(done).toMatchObject({ workflowId: `${workflowId}:r1`, attemptCount: 2 });
  });

  it('can be replayed by an endpoint that missed them while it was disabled', async () => {
    const { endpoint } = await addReceiver(workspace, receiver.url);
    await updateEndpoint(asPerson(workspace.ctx), { endpointId: endpoint.id, status: 'DISABLED' });
    const since = new Date();
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await expect
      .poll(async () => (await deliveriesOf(stack.deps, endpoint.id)).map(({ deadReason }) => deadReason))
      .toEqual(['ENDPOINT_DISABLED']);
    expect(receiver.received).toHaveLength(0);
    await updateEndpoint(asPerson(workspace.ctx), { endpointId: endpoint.id, status: 'ENABLED' });
    expect(await replayFailed(asPerson(workspace.ctx), { endpointId: endpoint.id, since })).toEqual({
      replayed: 1,
      hasMore: false,
    });
    await receiver.until(1);
  });

  it('are described under webhooks in OpenAPI', () => {
    const { webhooks } = openApiDocument() as { webhooks: Record<string, { post: object }> };
    expect(Object.keys(webhooks)).toEqual(
      expect.arrayContaining(['post.published', 'post.failed', 'webhook.test']),
    );
    for (const type of webhookEventTypes) expect(webhooks[type]).toBeDefined();
    expect(JSON.stringify(webhooks['post.published']?.post)).toContain(
      '#/components/schemas/PostPublishedEvent',
    );
  });
});
