import { asc, eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { webhookSchemas } from '../../src/api/document/webhooks.js';
import { posts, targets, webhookEndpoints, webhookEvents, workspaces } from '../../src/db/schema/index.js';
import type { WebhookEventType } from '../../src/domain/webhooks.js';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { createPost } from '../../src/services/posts/create.js';
import { schedulePost } from '../../src/services/posts/schedule.js';
import type { RequestContext } from '../../src/services/shared/context.js';
import { ahead, call, field, type TestSession } from '../harness/api.js';
import { mintWorkspace } from '../harness/stack.js';
import type { Tenant } from '../harness/tenants.js';
import { useTestApi } from '../harness/use-test-api.js';

const hourMs = 3_600_000;
const guard = createGuardedFetch({
  resolver: () => Promise.reject(new Error('No names are looked up here.')),
});
afterAll(() => guard[Symbol.asyncDispose]());
const api = useTestApi({ webhooks: { fetch: guard } });

const named: WebhookEventType[] = ['post.scheduled', 'post.canceled', 'post.needs_approval'];

interface Listener {
  tenant: Tenant;
  session: TestSession;
  as: ReturnType<typeof api.as>;
  endpoint: string;
}

/** Creates a workspace with an endpoint for these types. */
async function listener(events: WebhookEventType[] | null = named): Promise<Listener> {
  const { tenant, session } = await api.mintPerson();
  const path = `/workspaces/${tenant.workspaceId}/webhook-endpoints`;
  const body = { url: 'https://9.9.9.9/hooks', ...(events && { events }) };
  const made = await call(api, 'POST', path, { session, body });
  expect(made.status).toBe(201);
  return { tenant, session, as: api.as(tenant), endpoint: `${path}/${field<string>(made, 'id')}` };
}

interface Heard {
  type: string;
  status: string;
  scheduledAt: string | null;
}

/** Returns the workspace's events in order, after checking each with its schema. */
async function heard({ tenant }: Listener): Promise<Heard[]> {
  const rows = await api.deps.db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.workspaceId, tenant.workspaceId))
    .orderBy(asc(webhookEvents.createdAt), asc(webhookEvents.id));
  return rows.map(({ type, payload }) => {
    const schema = webhookSchemas[type as 'post.scheduled'];
    const { status, scheduledAt } = schema.strict().parse(JSON.parse(payload)).data.post;
    return { type, status, scheduledAt };
  });
}

const typesOf = async (who: Listener): Promise<string[]> => (await heard(who)).map(({ type }) => type);

async function requireApproval({ tenant }: Listener): Promise<void> {
  await api.deps.db
    .update(workspaces)
    .set({ plan: 'TEAM', requireApproval: true })
    .where(eq(workspaces.id, tenant.workspaceId));
}

async function fail(postId: string): Promise<void> {
  const { db } = api.deps;
  await db.update(targets).set({ status: 'FAILED' }).where(eq(targets.postId, postId));
  await db.update(posts).set({ status: 'FAILED', workflowId: null }).where(eq(posts.id, postId));
}

/** Makes each time different from those before it. */
let step = 0;
const soon = (): string => ahead(api, hourMs + (step += 1) * 60_000);

describe('post.scheduled', () => {
  it('is sent for a post that is created with a time, but not for a draft', async () => {
    const who = await listener();
    await api.draft(who.tenant);
    expect(await heard(who)).toEqual([]);
    const scheduledFor = soon();
    const postId = await api.draft(who.tenant, { scheduledFor });
    expect(await heard(who)).toEqual([
      { type: 'post.scheduled', status: 'SCHEDULED', scheduledAt: scheduledFor },
    ]);
    const [delivery] = field<{ id: string; type: string; status: string }[]>(
      await call(api, 'GET', `${who.endpoint}/deliveries`, { session: who.session }),
      'data',
    );
    expect(delivery).toMatchObject({ type: 'post.scheduled', status: 'PENDING' });
    const path = `${who.endpoint}/deliveries/${delivery?.id}`;
    const { payload } = (await call(api, 'GET', path, { session: who.session })).body as { payload: unknown };
    expect(payload).toMatchObject({
      type: 'post.scheduled',
      data: { post: { id: postId, scheduledAt: scheduledFor } },
    });
  });

  it('is sent once if a creation is repeated with its clientReferenceId', async () => {
    const who = await listener();
    const more = { scheduledFor: soon(), clientReferenceId: 'order-1' };
    const body = { content: 'x', platforms: [{ accountId: who.tenant.accountIds[0] }], ...more };
    const answers = await Promise.all([1, 2, 3].map(() => who.as.post('/posts', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(await typesOf(who)).toEqual(['post.scheduled']);
  });

  it('is sent again with each new time, and for no other edit', async () => {
    const who = await listener();
    const postId = await api.draft(who.tenant);
    const times = [soon(), soon(), soon()] as const;
    await api.act(who.tenant, postId, 'schedule', { scheduledAt: times[0] });
    await api.act(who.tenant, postId, 'schedule', { scheduledAt: times[0] });
    await api.act(who.tenant, postId, 'reschedule', { scheduledAt: times[1] });
    await who.as.patch(`/posts/${postId}`, { scheduledFor: times[2] });
    await who.as.patch(`/posts/${postId}`, { content: 'Other words', scheduledFor: times[2] });
    expect((await who.as.patch(`/posts/${postId}`, { scheduledFor: null })).status).toBe(200);
    expect(await heard(who)).toEqual(
      times.map((scheduledAt) => ({ type: 'post.scheduled', status: 'SCHEDULED', scheduledAt })),
    );
  });

  it('is sent for a retry, with the due time of its targets', async () => {
    const who = await listener();
    const postId = await api.draft(who.tenant, { scheduledFor: soon() });
    await fail(postId);
    const retried = await api.act(who.tenant, postId, 'retry');
    expect(retried.status).toBe(200);
    expect(await typesOf(who)).toEqual(['post.scheduled', 'post.scheduled']);
    const [, event] = await api.deps.db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.workspaceId, who.tenant.workspaceId))
      .orderBy(asc(webhookEvents.createdAt), asc(webhookEvents.id));
    const { data } = webhookSchemas['post.scheduled'].parse(JSON.parse(event?.payload ?? ''));
    const [target] = field<{ scheduledFor: string }[]>(retried, 'targets');
    expect(data.post.targets[0]?.scheduledFor).toBe(target?.scheduledFor);
  });
});

describe('post.canceled', () => {
  it('is sent once for a post that is canceled before its time, which post.scheduled follows if it is scheduled again', async () => {
    const who = await listener();
    const postId = await api.draft(who.tenant, { scheduledFor: soon() });
    expect((await api.act(who.tenant, postId, 'cancel')).status).toBe(200);
    expect((await api.act(who.tenant, postId, 'cancel')).status).toBe(200);
    await api.act(who.tenant, postId, 'schedule', { scheduledAt: soon() });
    expect((await heard(who)).map(({ type, status }) => [type, status])).toEqual([
      ['post.scheduled', 'SCHEDULED'],
      ['post.canceled', 'CANCELED'],
      ['post.scheduled', 'SCHEDULED'],
    ]);
  });

  it('is sent for a waiting post that is deleted, but not for a draft', async () => {
    const who = await listener();
    const waiting = await api.draft(who.tenant, { scheduledFor: soon() });
    const draft = await api.draft(who.tenant);
    for (const id of [waiting, draft]) expect((await who.as.delete(`/posts/${id}`)).status).toBe(204);
    expect(await typesOf(who)).toEqual(['post.scheduled', 'post.canceled']);
  });

  it('is sent for a canceled retry of all targets that has not started, but not if failures remain', async () => {
    const who = await listener();
    const accounts = who.tenant.accountIds.slice(0, 2).map((accountId) => ({ accountId }));
    const whole = await api.draft(who.tenant, { platforms: accounts, scheduledFor: soon() });
    const partly = await api.draft(who.tenant, { platforms: accounts, scheduledFor: soon() });
    await fail(whole);
    await fail(partly);
    await api.act(who.tenant, whole, 'retry');
    const [target] = field<{ id: string }[]>(await who.as.get(`/posts/${partly}`), 'targets');
    await api.act(who.tenant, partly, 'retry', { targetIds: [target?.id] });
    expect(field(await api.act(who.tenant, whole, 'cancel'), 'status')).toBe('CANCELED');
    expect(field(await api.act(who.tenant, partly, 'cancel'), 'status')).toBe('FAILED');
    expect((await typesOf(who)).filter((type) => type === 'post.canceled')).toHaveLength(1);
  });
});

it('an edit of a failed post sends post.canceled only when it changes the status to CANCELED', async () => {
  const who = await listener();
  const [, second, third] = who.tenant.accountIds;
  const postId = await api.draft(who.tenant, { scheduledFor: soon() });
  await fail(postId);
  for (const accountId of [second, third]) {
    const edited = await who.as.patch(`/posts/${postId}`, { platforms: [{ accountId }] });
    expect(field(edited, 'status')).toBe('CANCELED');
  }
  expect(await typesOf(who)).toEqual(['post.scheduled', 'post.canceled']);
});

describe('post.needs_approval', () => {
  it('is sent whenever a post is submitted, and post.scheduled when it is approved', async () => {
    const who = await listener();
    await requireApproval(who);
    const { tenant, session } = who;
    const [first, second, third] = [soon(), soon(), soon()];
    const postId = await api.draft(tenant, { scheduledFor: first });
    await api.act(tenant, postId, 'reschedule', { scheduledAt: second });
    await who.as.patch(`/posts/${postId}`, { content: 'Still not approved' });
    expect((await api.act({ session }, postId, 'approve')).status).toBe(200);
    await api.act(tenant, postId, 'reschedule', { scheduledAt: third });
    const edited = await who.as.patch(`/posts/${postId}`, { content: 'Not what was approved' });
    expect(field(edited, 'status')).toBe('NEEDS_APPROVAL');
    await api.act({ session }, postId, 'reject', { reason: 'No.' });
    await api.act(tenant, postId, 'schedule', { scheduledAt: third });
    await api.act(tenant, postId, 'cancel');
    expect(await heard(who)).toEqual([
      { type: 'post.needs_approval', status: 'NEEDS_APPROVAL', scheduledAt: first },
      { type: 'post.needs_approval', status: 'NEEDS_APPROVAL', scheduledAt: second },
      { type: 'post.scheduled', status: 'SCHEDULED', scheduledAt: second },
      { type: 'post.scheduled', status: 'SCHEDULED', scheduledAt: third },
      { type: 'post.needs_approval', status: 'NEEDS_APPROVAL', scheduledAt: third },
      { type: 'post.needs_approval', status: 'NEEDS_APPROVAL', scheduledAt: third },
      { type: 'post.canceled', status: 'CANCELED', scheduledAt: third },
    ]);
  });
});

describe('the event types that are not sent by default', () => {
  const everything = async (who: Listener): Promise<void> => {
    const postId = await api.draft(who.tenant, { scheduledFor: soon() });
    await api.act(who.tenant, postId, 'cancel');
    await requireApproval(who);
    await api.draft(who.tenant, { scheduledFor: soon() });
  };

  it('are not sent to an endpoint without selected types, whether it is new or existed before', async () => {
    const who = await listener(null);
    const older = { url: 'https://9.9.9.9/older', status: 'ENABLED' as const, events: null };
    const now = api.clock.now();
    await api.deps.db.insert(webhookEndpoints).values({
      ...older,
      id: api.deps.newId('webhookEndpoint'),
      workspaceId: who.tenant.workspaceId,
      createdAt: now,
      updatedAt: now,
    });
    await everything(who);
    expect(await heard(who)).toEqual([]);
  });

  it('are not sent to an endpoint with other selected types', async () => {
    const who = await listener([
      'post.published',
      'post.failed',
      'account.token_expired',
      'comment.received',
    ]);
    await everything(who);
    expect(await heard(who)).toEqual([]);
  });

  it('are sent to an endpoint with the selected type only', async () => {
    for (const type of named) {
      const who = await listener([type]);
      await everything(who);
      expect(await typesOf(who)).toEqual([type]);
    }
  });

  it('are stored for a disabled endpoint, which can replay them', async () => {
    const who = await listener();
    const { session } = who;
    await call(api, 'PATCH', who.endpoint, { session, body: { status: 'DISABLED' } });
    const since = api.clock.now().toISOString();
    await api.draft(who.tenant, { scheduledFor: soon() });
    await call(api, 'PATCH', who.endpoint, { session, body: { status: 'ENABLED' } });
    const replayed = await call(api, 'POST', `${who.endpoint}/replay`, { session, body: { since } });
    expect(replayed.body).toEqual({ replayed: 1, hasMore: false });
  });
});

describe('an event and its change', () => {
  /** Returns a caller in whose process the event cannot be written. */
  async function withoutEvents(): Promise<{ ctx: RequestContext; accountId: string; workspaceId: string }> {
    const { ctx, accountIds, workspaceId } = await mintWorkspace(api.deps, ['BLUESKY']);
    const now = api.clock.now();
    await api.deps.db.insert(webhookEndpoints).values({
      id: api.deps.newId('webhookEndpoint'),
      workspaceId,
      url: 'https://9.9.9.9/',
      events: named,
      status: 'ENABLED',
      createdAt: now,
      updatedAt: now,
    });
    const newId: RequestContext['newId'] = (kind) => {
      if (kind === 'webhookDelivery') throw new Error('the event is lost');
      return ctx.newId(kind);
    };
    return { ctx: { ...ctx, newId }, accountId: accountIds[0] ?? '', workspaceId };
  }

  const input = (accountId: string, scheduledFor: Date | null) => ({
    shape: 'flat' as const,
    caption: 'Hello',
    targets: [
      {
        socialAccountId: accountId,
        captionOverride: null,
        firstComment: null,
        platformOptions: null,
        mediaIds: [],
      },
    ],
    mediaIds: [],
    mediaAltText: {},
    scheduledFor,
    draftScheduledFor: null,
    timezone: null,
    clientReferenceId: null,
  });

  it('are stored together, or neither is', async () => {
    const { ctx, accountId, workspaceId } = await withoutEvents();
    const at = new Date(soon());
    await expect(createPost(ctx, input(accountId, at))).rejects.toThrow('the event is lost');
    const ofWorkspace = eq(posts.workspaceId, workspaceId);
    expect(await api.deps.db.select().from(posts).where(ofWorkspace)).toEqual([]);
    const { post } = await createPost(ctx, input(accountId, null));
    await expect(schedulePost(ctx, { postId: post.id, scheduledAt: at })).rejects.toThrow(
      'the event is lost',
    );
    expect(await api.deps.db.select().from(posts).where(ofWorkspace)).toMatchObject([{ status: 'DRAFT' }]);
  });
});
