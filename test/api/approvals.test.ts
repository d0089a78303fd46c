import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { posts, targets, workspaces } from '../../src/db/schema/index.js';
import type { PlanName } from '../../src/domain/plans.js';
import { ahead, call, codeOf, field, startTestApi, type Answer } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintSession, mintTenant, type Tenant } from '../harness/tenants.js';

const api = useTestApi();

/** Creates a workspace in which scheduled posts wait for an approval. */
async function mintGated(plan: PlanName = 'TEAM', requireApproval = true): Promise<Tenant> {
  const tenant = await mintTenant(api);
  await api.deps.db
    .update(workspaces)
    .set({ plan, requireApproval })
    .where(eq(workspaces.id, tenant.workspaceId));
  return tenant;
}

const bodyOf = ({ accountIds }: Tenant, more: object = {}): object => ({
  content: 'To be approved',
  platforms: accountIds.map((accountId) => ({ accountId })),
  ...more,
});

/** Creates a post that waits for approval. */
async function handIn(tenant: Tenant, aheadMs = 3_600_000): Promise<string> {
  const body = bodyOf(tenant, { scheduledFor: ahead(api, aheadMs) });
  const answer = await call(api, 'POST', '/posts', { key: tenant.key, body });
  expect(answer.status).toBe(201);
  expect(field(answer, 'status')).toBe('NEEDS_APPROVAL');
  return field(answer, 'id');
}

const edit = ({ key }: Tenant, postId: string, body: object): Promise<Answer> =>
  call(api, 'PATCH', `/posts/${postId}`, { key, body });
const read = ({ key }: Tenant, postId: string): Promise<Answer> =>
  call(api, 'GET', `/posts/${postId}`, { key });

interface TargetBody {
  status: string;
  scheduledFor: string | null;
}
const targetsOf = (answer: Answer): TargetBody[] => field<TargetBody[]>(answer, 'targets');
const startsOf = (postId: string): string[] =>
  api.starter.starts.filter((start) => start.postId === postId).map(({ workflowId }) => workflowId);

async function timelineOf({ key }: Tenant, postId: string): Promise<{ kind: string; detail: object }[]> {
  return field(await call(api, 'GET', `/posts/${postId}/timeline`, { key }), 'data');
}

describe('a workspace that requires approval', () => {
  it('holds a scheduled post without a workflow, and schedules it once a client reviewer approves it', async () => {
    const tenant = await mintGated();
    const postId = await handIn(tenant);
    const held = await read(tenant, postId);
    expect(held.body).toMatchObject({ workflowId: null, pendingWorkflowId: null, approvedAt: null });
    expect(targetsOf(held).map(({ status }) => status)).toEqual(['DRAFT', 'DRAFT', 'DRAFT']);
    expect(startsOf(postId)).toEqual([]);

    const reviewer = await api.mintMember(tenant.workspaceId, 'CLIENT_REVIEWER');
    const approved = await api.act({ session: reviewer.session }, postId, 'approve');
    expect(approved.status).toBe(200);
    expect(approved.body).toMatchObject({
      status: 'SCHEDULED',
      approvedByUserId: reviewer.userId,
      approvedAt: expect.any(String) as unknown,
      scheduledAt: field(held, 'scheduledAt'),
      workflowId: `publish-post:${postId}:1`,
    });
    expect(targetsOf(approved).every(({ status }) => status === 'SCHEDULED')).toBe(true);
    expect(targetsOf(approved)[0]?.scheduledFor).toBe(field(held, 'scheduledAt'));
    expect(startsOf(postId)).toEqual([`publish-post:${postId}:1`]);
    expect((await timelineOf(tenant, postId)).map(({ kind }) => kind)).toEqual([
      'CREATED',
      'APPROVAL_REQUESTED',
      'APPROVED',
      'SCHEDULED',
    ]);
  });

  it('also holds a post that is scheduled by an action, by an edit or by a revival', async () => {
    const tenant = await mintGated();
    const draft = await call(api, 'POST', '/posts', { key: tenant.key, body: bodyOf(tenant) });
    expect(field(draft, 'status')).toBe('DRAFT');
    const postId = field<string>(draft, 'id');
    const scheduledAt = ahead(api);
    const scheduled = await api.act(tenant, postId, 'schedule', { scheduledAt });
    expect(scheduled.body).toMatchObject({ status: 'NEEDS_APPROVAL', workflowId: null });
    const same = await api.act(tenant, postId, 'schedule', { scheduledAt });
    expect(field(same, 'updatedAt')).toBe(field(scheduled, 'updatedAt'));
    const later = ahead(api, 7_200_000);
    const moved = await api.act(tenant, postId, 'reschedule', { scheduledAt: later });
    expect(moved.body).toMatchObject({ status: 'NEEDS_APPROVAL', scheduledAt: later });
    expect((await edit(tenant, postId, { scheduledFor: null })).body).toMatchObject({ status: 'DRAFT' });
    const byEdit = await edit(tenant, postId, { scheduledFor: ahead(api) });
    expect(field(byEdit, 'status')).toBe('NEEDS_APPROVAL');
    const cancelled = await api.act(tenant, postId, 'cancel');
    expect(cancelled.body).toMatchObject({ status: 'CANCELED' });
    expect(targetsOf(cancelled).every(({ status }) => status === 'CANCELED')).toBe(true);
    const revived = await api.act(tenant, postId, 'schedule', { scheduledAt: ahead(api) });
    expect(revived.body).toMatchObject({ status: 'NEEDS_APPROVAL', workflowId: null });
    expect(startsOf(postId)).toEqual([]);
  });

  it('requires a new approval when approved content is edited, but not when only the time changes', async () => {
    const tenant = await mintGated();
    const postId = await handIn(tenant);
    const { session } = await api.mintMember(tenant.workspaceId, 'ADMIN');
    await api.act({ session }, postId, 'approve');
    const moved = await api.act(tenant, postId, 'reschedule', { scheduledAt: ahead(api, 9_000_000) });
    expect(moved.body).toMatchObject({ status: 'SCHEDULED', workflowId: `publish-post:${postId}:2` });

    const edited = await edit(tenant, postId, { content: 'Something else entirely' });
    expect(edited.body).toMatchObject({
      status: 'NEEDS_APPROVAL',
      approvedByUserId: null,
      approvedAt: null,
      workflowId: null,
      scheduledAt: field(moved, 'scheduledAt'),
    });
    expect(api.starter.cancellations).toContain(`publish-post:${postId}:2`);
    const again = await edit(tenant, postId, { content: 'Something else entirely' });
    expect(field(again, 'updatedAt')).toBe(field(edited, 'updatedAt'));
    const approved = await api.act({ session }, postId, 'approve');
    expect(approved.body).toMatchObject({ status: 'SCHEDULED', workflowId: `publish-post:${postId}:3` });
  });

  it('does not let a retry publish content that was edited after the failure', async () => {
    const tenant = await mintGated();
    const postId = await handIn(tenant);
    const { session } = await api.mintMember(tenant.workspaceId, 'ADMIN');
    await api.act({ session }, postId, 'approve');
    await api.deps.db.update(targets).set({ status: 'FAILED' }).where(eq(targets.postId, postId));
    await api.deps.db.update(posts).set({ status: 'FAILED', workflowId: null }).where(eq(posts.id, postId));
    await edit(tenant, postId, { content: 'Never seen by a reviewer' });
    const retried = await api.act(tenant, postId, 'retry');
    expect(retried.status).toBe(409);
    expect(retried.body).toMatchObject({ code: 'INVALID_STATE', status: 'FAILED' });
    expect(field<string[]>(retried, 'allowed')).not.toContain('retry');
    const revived = await api.act(tenant, postId, 'schedule', { scheduledAt: ahead(api) });
    expect(field(revived, 'status')).toBe('NEEDS_APPROVAL');
  });

  it('refuses to approve a post whose time has passed, until it gets a new time', async () => {
    const own = await startTestApi();
    try {
      const tenant = await mintTenant(own);
      await own.deps.db.update(workspaces).set({ plan: 'TEAM', requireApproval: true });
      const session = await mintSession(own, tenant.userId);
      const body = bodyOf(tenant, { scheduledFor: ahead(own, 60_000) });
      const id = field<string>(await call(own, 'POST', '/posts', { key: tenant.key, body }), 'id');
      own.clock.shiftMs += 60_001;
      const late = await call(own, 'POST', `/posts/${id}/approve`, { session });
      expect(late.status).toBe(409);
      expect(late.body).toMatchObject({ code: 'INVALID_STATE', status: 'NEEDS_APPROVAL' });
      expect(field<string[]>(late, 'allowed')).toContain('reschedule');
      expect(field<string[]>(late, 'allowed')).not.toContain('approve');
      const scheduledAt = ahead(own, 60_000);
      await call(own, 'POST', `/posts/${id}/reschedule`, { key: tenant.key, body: { scheduledAt } });
      const approved = await call(own, 'POST', `/posts/${id}/approve`, { session });
      expect(field(approved, 'status')).toBe('SCHEDULED');
    } finally {
      await own.close();
    }
  });

  it('returns a rejected post with a reason, which stays readable until the post is submitted again', async () => {
    const tenant = await mintGated();
    const postId = await handIn(tenant);
    const { session } = await api.mintMember(tenant.workspaceId, 'CLIENT_REVIEWER');
    const missing = await api.act({ session }, postId, 'reject', {});
    expect(codeOf(missing)).toBe('VALIDATION_FAILED');
    for (const nothing of ['', ' \n ']) {
      expect(codeOf(await api.act({ session }, postId, 'reject', { reason: nothing }))).toBe(
        'VALIDATION_FAILED',
      );
    }
    const reason = 'The logo is the old one.';
    const rejected = await api.act({ session }, postId, 'reject', { reason });
    expect(rejected.body).toMatchObject({
      status: 'DRAFT',
      rejectionReason: reason,
      approvedAt: null,
      scheduledAt: expect.any(String) as unknown,
    });
    expect(startsOf(postId)).toEqual([]);
    expect((await timelineOf(tenant, postId)).at(-1)).toMatchObject({
      kind: 'REJECTED',
      actor: { kind: 'session' },
      detail: { status: 'DRAFT', rejectionReason: reason },
    });
    const again = await api.act(tenant, postId, 'schedule', { scheduledAt: ahead(api) });
    expect(again.body).toMatchObject({ status: 'NEEDS_APPROVAL', rejectionReason: null });
  });

  it('lets only owners, admins and client reviewers decide, and only with a session', async () => {
    const tenant = await mintGated();
    const postId = await handIn(tenant);
    const editor = await api.mintMember(tenant.workspaceId, 'EDITOR');
    const stranger = await mintTenant(api);
    const strangerSession = await mintSession(api, stranger.userId);
    for (const [action, body] of [
      ['approve', undefined],
      ['reject', { reason: 'No.' }],
    ] as const) {
      const byKey = await api.act(tenant, postId, action, body);
      expect([byKey.status, codeOf(byKey)]).toEqual([403, 'INSUFFICIENT_ROLE']);
      const byEditor = await api.act({ session: editor.session }, postId, action, body);
      expect([byEditor.status, codeOf(byEditor)]).toEqual([403, 'INSUFFICIENT_ROLE']);
      expect(codeOf(await api.act({ session: strangerSession }, postId, action, body))).toBe('NOT_FOUND');
    }
    expect(field(await read(tenant, postId), 'status')).toBe('NEEDS_APPROVAL');
    for (const role of ['OWNER', 'ADMIN', 'CLIENT_REVIEWER'] as const) {
      const { session } = await api.mintMember(tenant.workspaceId, role);
      expect((await api.act({ session }, await handIn(tenant), 'approve')).status).toBe(200);
      expect((await api.act({ session }, await handIn(tenant), 'reject', { reason: 'No.' })).status).toBe(
        200,
      );
    }
    // A client reviewer may decide, but not write.
    const reviewer = await api.mintMember(tenant.workspaceId, 'CLIENT_REVIEWER');
    const written = await call(api, 'POST', '/posts', { session: reviewer.session, body: bodyOf(tenant) });
    expect(codeOf(written)).toBe('INSUFFICIENT_ROLE');
  });

  it('accepts at most one of many concurrent decisions', async () => {
    const tenant = await mintGated();
    const postId = await handIn(tenant);
    const { session } = await api.mintMember(tenant.workspaceId, 'ADMIN');
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => api.act({ session }, postId, 'approve')),
      ...Array.from({ length: 5 }, () => api.act({ session }, postId, 'reject', { reason: 'No.' })),
      ...Array.from({ length: 5 }, () => api.act(tenant, postId, 'cancel')),
    ]);
    const decided = answers.slice(0, 10).filter(({ status }) => status === 200);
    expect(decided.length).toBeLessThanOrEqual(1);
    const { status } = (await read(tenant, postId)).body as { status: string };
    const runs = startsOf(postId);
    if (status === 'SCHEDULED') expect(runs).toHaveLength(1);
    else expect(runs.every((id) => api.starter.cancellations.includes(id))).toBe(true);
  });

  it('allows deleting a post that waits for approval', async () => {
    const tenant = await mintGated();
    const postId = await handIn(tenant);
    expect((await call(api, 'DELETE', `/posts/${postId}`, { key: tenant.key })).status).toBe(204);
    const { session } = await api.mintMember(tenant.workspaceId, 'ADMIN');
    expect(codeOf(await api.act({ session }, postId, 'approve'))).toBe('NOT_FOUND');
  });

  it('holds no posts if the plan or the setting does not require approval, and then refuses decisions', async () => {
    for (const [plan, requireApproval] of [
      ['STARTER', true],
      ['TEAM', false],
    ] as const) {
      const tenant = await mintGated(plan, requireApproval);
      const body = bodyOf(tenant, { scheduledFor: ahead(api) });
      const answer = await call(api, 'POST', '/posts', { key: tenant.key, body });
      expect(field(answer, 'status')).toBe('SCHEDULED');
      const { session } = await api.mintMember(tenant.workspaceId, 'ADMIN');
      const decided = await api.act({ session }, field(answer, 'id'), 'approve');
      expect([decided.status, codeOf(decided)]).toEqual([409, 'INVALID_STATE']);
    }
  });
});
