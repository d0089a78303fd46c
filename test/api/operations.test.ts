import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { posts, targets } from '../../src/db/schema/index.js';
import { ahead, call, field, postOf, type Answer } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });

beforeEach(() => {
  api.starter.failing = false;
});

const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
  call(api, method, path, { key: tenant.key, ...(body === undefined ? {} : { body }) });

async function createDraft(content = 'A draft'): Promise<string> {
  const [accountId] = tenant.accountIds;
  return field<string>(await send('POST', '/posts', { content, platforms: [{ accountId }] }), 'id');
}

async function createScheduled(): Promise<{ id: string; workflowId: string }> {
  const [accountId] = tenant.accountIds;
  const answer = await send('POST', '/posts', {
    content: 'A post',
    platforms: [{ accountId }],
    scheduledFor: ahead(api),
  });
  return { id: field(answer, 'id'), workflowId: field(answer, 'workflowId') };
}

describe('workspaces', () => {
  it('are listed and shown by id, with the role of the key', async () => {
    const list = await send('GET', '/workspaces');
    expect(list.status).toBe(200);
    expect(list.body).toMatchObject({ data: [{ id: tenant.workspaceId, role: 'OWNER' }], nextCursor: null });
    const one = await send('GET', `/workspaces/${tenant.workspaceId}`);
    expect(one.body).toEqual(field<unknown[]>(list, 'data')[0]);
  });
});

describe('social accounts', () => {
  it('are listed, filtered and shown by id, never with their credentials', async () => {
    const list = await send('GET', `/social-accounts?workspaceId=${tenant.workspaceId}&sort=createdAt`);
    expect(field<{ id: string }[]>(list, 'data').map((account) => account.id)).toEqual(tenant.accountIds);
    const filtered = await send('GET', '/social-accounts?platform=X,THREADS&status=ACTIVE&sort=createdAt');
    expect(field<{ platform: string }[]>(filtered, 'data').map((account) => account.platform)).toEqual([
      'X',
      'THREADS',
    ]);
    const one = await send('GET', `/social-accounts/${tenant.accountIds[1]}`);
    expect(one.body).toMatchObject({
      id: tenant.accountIds[1],
      platform: 'X',
      status: 'ACTIVE',
      sandbox: true,
    });
    expect(list.text + filtered.text + one.text).not.toContain('canary');
  });

  it('can be disconnected once, and are not found afterwards', async () => {
    const [id] = tenant.accountIds;
    const deleted = await send('DELETE', `/social-accounts/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await send('DELETE', `/social-accounts/${id}`)).status).toBe(404);
    expect((await send('GET', `/social-accounts/${id}`)).status).toBe(404);
    expect(field<unknown[]>(await send('GET', '/social-accounts'), 'data')).toHaveLength(2);
  });
});

describe('POST /posts', () => {
  it('States 1: creates a draft in the flat shape, with a planned time on the calendar', async () => {
    const [bluesky, x, threads] = tenant.accountIds;
    const pin = ahead(api, 7_200_000);
    const answer = await send('POST', '/posts', {
      content: 'Hello 👋',
      platforms: [
        { accountId: threads },
        { accountId: bluesky, captionOverride: 'Hello, Bluesky', firstComment: 'First' },
        { accountId: x, platformOptions: null },
      ],
      draftScheduledFor: pin,
      timezone: 'Europe/Berlin',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      workspaceId: tenant.workspaceId,
      createdByUserId: tenant.userId,
      status: 'DRAFT',
      caption: 'Hello 👋',
      scheduledAt: pin,
      timezone: 'Europe/Berlin',
      workflowId: null,
      pendingWorkflowId: null,
      createdViaApi: true,
      createdViaFlatShape: true,
      media: [],
      targets: [
        { socialAccountId: threads, platform: 'THREADS', status: 'DRAFT', captionOverride: null },
        { socialAccountId: bluesky, captionOverride: 'Hello, Bluesky', firstComment: 'First' },
        { socialAccountId: x, platform: 'X', platformOptions: null, mediaIds: [] },
      ],
    });
    expect((await send('GET', `/posts/${field<string>(answer, 'id')}`)).body).toEqual(postOf(answer));
  });

  it('Posts 3: keeps the order of the targets, their captions and the time zone', async () => {
    const accountIds = [...tenant.accountIds].reverse();
    const answer = await send('POST', '/posts', {
      content: 'Hello',
      platforms: accountIds.map((accountId, index) => ({
        accountId,
        ...(index > 0 && { captionOverride: `Hello ${index}` }),
      })),
      timezone: 'Europe/Berlin',
    });
    expect(answer.body).toMatchObject({
      caption: 'Hello',
      timezone: 'Europe/Berlin',
      targets: accountIds.map((socialAccountId, index) => ({
        socialAccountId,
        captionOverride: index > 0 ? `Hello ${index}` : null,
      })),
    });
  });

  it('States 2: creates a scheduled post in the nested shape and starts its workflow once', async () => {
    const [bluesky] = tenant.accountIds;
    const scheduledFor = ahead(api);
    const answer = await send('POST', '/posts', {
      caption: 'Nested',
      targets: [{ socialAccountId: bluesky, captionOverride: 'Own text' }],
      scheduledFor,
      draftScheduledFor: ahead(api, 60_000),
    });
    const id = field<string>(answer, 'id');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'SCHEDULED',
      scheduledAt: scheduledFor,
      workflowId: `publish-post:${id}:1`,
      pendingWorkflowId: null,
      createdViaFlatShape: false,
      targets: [{ status: 'SCHEDULED', scheduledFor, captionOverride: 'Own text' }],
    });
    expect(api.starter.starts.filter((start) => start.postId === id)).toHaveLength(1);
  });

  it('accepts a post while Temporal is down, with a pending workflow', async () => {
    api.starter.failing = true;
    const [accountId] = tenant.accountIds;
    const answer = await send('POST', '/posts', {
      content: 'While Temporal is away',
      platforms: [{ accountId }],
      scheduledFor: ahead(api),
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'SCHEDULED',
      workflowId: null,
      pendingWorkflowId: `publish-post:${field<string>(answer, 'id')}:1`,
    });
  });

  it('converts a time with an offset to UTC', async () => {
    const [accountId] = tenant.accountIds;
    const answer = await send('POST', '/posts', {
      content: 'Offset',
      platforms: [{ accountId }],
      draftScheduledFor: '2030-01-31T09:00:00+02:00',
    });
    expect(field(answer, 'scheduledAt')).toBe('2030-01-31T07:00:00.000Z');
  });
});

describe('PATCH and DELETE /posts/{id}', () => {
  it('Posts 7: updates a draft in either shape, and leaves it untouched if nothing changes', async () => {
    const id = await createDraft();
    const flat = await send('PATCH', `/posts/${id}`, { content: 'Better' });
    expect([flat.status, field(flat, 'caption')]).toEqual([200, 'Better']);
    const nested = await send('PATCH', `/posts/${id}`, {
      caption: 'Best',
      targets: [{ socialAccountId: tenant.accountIds[1] }],
    });
    expect(nested.body).toMatchObject({
      caption: 'Best',
      targets: [{ platform: 'X' }],
      createdViaFlatShape: true,
    });
    api.clock.shiftMs += 1_000;
    const again = await send('PATCH', `/posts/${id}`, { caption: 'Best' });
    expect(again.body).toEqual(nested.body);
    expect((await send('PATCH', `/posts/${id}`, {})).body).toEqual(nested.body);
    expect(field(await send('PATCH', `/posts/${id}`, { caption: null }), 'caption')).toBeNull();
  });

  it('schedules a draft, and turns a scheduled post into a draft again', async () => {
    const id = await createDraft();
    const scheduledFor = ahead(api);
    const scheduled = await send('PATCH', `/posts/${id}`, { scheduledFor });
    expect(scheduled.body).toMatchObject({ status: 'SCHEDULED', scheduledAt: scheduledFor });
    const draft = await send('PATCH', `/posts/${id}`, { scheduledFor: null });
    expect(draft.body).toMatchObject({ status: 'DRAFT', workflowId: null, pendingWorkflowId: null });
  });

  it('Posts 8: deletes a post, which cancels its run and hides it', async () => {
    const { id, workflowId } = await createScheduled();
    const deleted = await send('DELETE', `/posts/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(api.starter.cancellations).toContain(workflowId);
    expect((await send('GET', `/posts/${id}`)).status).toBe(404);
    expect((await send('DELETE', `/posts/${id}`)).status).toBe(404);
    expect(field<unknown[]>(await send('GET', '/posts'), 'data')).toEqual([]);
  });
});

describe('an action on a post', () => {
  it('States 3: schedules a draft and moves it', async () => {
    const id = await createDraft();
    const first = await send('POST', `/posts/${id}/schedule`, { scheduledAt: ahead(api) });
    expect(first.body).toMatchObject({ status: 'SCHEDULED', workflowId: `publish-post:${id}:1` });
    const later = ahead(api, 7_200_000);
    const moved = await send('POST', `/posts/${id}/reschedule`, { scheduledAt: later });
    expect(moved.body).toMatchObject({ scheduledAt: later, workflowId: `publish-post:${id}:2` });
    expect(api.starter.cancellations).toContain(`publish-post:${id}:1`);
  });

  it('States 5: cancels it with and without a body, and a repeat has no effect', async () => {
    const { id, workflowId } = await createScheduled();
    const canceled = await send('POST', `/posts/${id}/cancel`);
    expect(canceled.body).toMatchObject({
      status: 'CANCELED',
      workflowId: null,
      targets: [{ status: 'CANCELED' }],
    });
    expect(api.starter.cancellations).toContain(workflowId);
    expect((await send('POST', `/posts/${id}/cancel`, {})).body).toEqual(canceled.body);
  });

  it('States 4: revives a canceled or failed post with a new time', async () => {
    const end = {
      CANCELED: (id: string) => send('POST', `/posts/${id}/cancel`),
      FAILED: markFailed,
    };
    for (const [status, bringAbout] of Object.entries(end)) {
      const { id } = await createScheduled();
      await bringAbout(id);
      expect(field(await send('GET', `/posts/${id}`), 'status')).toBe(status);
      const scheduledAt = ahead(api, 7_200_000);
      const revived = await send('POST', `/posts/${id}/schedule`, { scheduledAt });
      expect(revived.body).toMatchObject({
        status: 'SCHEDULED',
        scheduledAt,
        workflowId: `publish-post:${id}:2`,
        targets: [{ status: 'SCHEDULED' }],
      });
    }
  });

  it('retries the failed targets that are listed', async () => {
    const { id } = await createScheduled();
    const targetId = await markFailed(id);
    const answer = await send('POST', `/posts/${id}/retry`, { targetIds: [targetId] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'SCHEDULED',
      targets: [{ id: targetId, status: 'SCHEDULED' }],
    });
  });

  it('retries all failed targets without a body', async () => {
    const { id } = await createScheduled();
    await markFailed(id);
    expect((await send('POST', `/posts/${id}/retry`)).body).toMatchObject({ status: 'SCHEDULED' });
  });

  it('is refused if the status does not allow it, with a list of the allowed actions', async () => {
    const id = await createDraft();
    const retry = await send('POST', `/posts/${id}/retry`);
    expect(retry.status).toBe(409);
    expect(retry.body).toMatchObject({
      code: 'INVALID_STATE',
      status: 'DRAFT',
      allowed: ['schedule', 'edit', 'delete'],
    });
    expect((await send('POST', `/posts/${id}/reschedule`, { scheduledAt: ahead(api) })).status).toBe(409);
  });
});

/** Puts a post into the state that a failed publish run leaves. */
async function markFailed(postId: string): Promise<string> {
  const { db } = api.deps;
  await db.update(posts).set({ status: 'FAILED', workflowId: null }).where(eq(posts.id, postId));
  const [target] = await db
    .update(targets)
    .set({ status: 'FAILED', errorCode: 'PLATFORM_REJECTED' })
    .where(eq(targets.postId, postId))
    .returning({ id: targets.id });
  return target?.id ?? '';
}
