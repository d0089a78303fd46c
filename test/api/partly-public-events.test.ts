import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { webhookSchemas } from '../../src/api/document/webhooks.js';
import { webhookEndpoints, webhookEvents } from '../../src/db/schema/index.js';
import type { Answer, TestSession } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { statusesOf, usePartlyPublic } from './partly-public-support.js';

const api = useTestApi();
const onPost = usePartlyPublic(api);
const { tenant, post } = onPost;

/** Returns the events about the post's end, in order: the type, the post's status and the statuses of its targets. */
async function toldEnds(): Promise<[string, string, string[]][]> {
  const rows = await api.deps.db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.postId, post.id))
    .orderBy(asc(webhookEvents.createdAt), asc(webhookEvents.id));
  return rows.map(({ type, payload }) => {
    const schema = webhookSchemas[type as 'post.failed'];
    const { status, targets } = schema.strict().parse(JSON.parse(payload)).data.post;
    return [type, status, targets.map((target) => target.status)];
  });
}

describe('a retry that waits for approval and never runs', () => {
  let session: TestSession;
  beforeEach(async () => {
    ({ session } = await api.mintMember(tenant.workspaceId, 'ADMIN'));
    const now = api.clock.now();
    await api.deps.db.insert(webhookEndpoints).values({
      id: api.deps.newId('webhookEndpoint'),
      workspaceId: tenant.workspaceId,
      url: 'https://hooks.invalid/',
      events: ['post.published', 'post.failed'],
      status: 'ENABLED',
      createdAt: now,
      updatedAt: now,
    });
    await onPost.requireApproval();
    await onPost.leaveUnconfirmed(1);
    await onPost.edit(onPost.shorter('Short', 2));
  });
  const remove = (): Promise<Answer> => api.as(tenant).delete(`/posts/${post.id}`);
  const reject = (): Promise<Answer> => api.act({ session }, post.id, 'reject', { reason: 'No.' });
  const cancel = (): Promise<Answer> => api.act(tenant, post.id, 'cancel');

  it('sends no event if it is rejected, because the failure was already sent when the run ended', async () => {
    await onPost.retry();
    expect((await reject()).body).toMatchObject({ status: 'PARTIALLY_PUBLISHED' });
    expect(await toldEnds()).toEqual([]);
  });

  it('sends no event if it is canceled and failed targets remain', async () => {
    await onPost.retry();
    expect((await cancel()).body).toMatchObject({ status: 'PARTIALLY_PUBLISHED' });
    expect(await toldEnds()).toEqual([]);
  });

  it('sends post.published if it is canceled and only public targets remain', async () => {
    await onPost.succeedLate(1);
    const heard = await toldEnds();
    await onPost.retry();
    await cancel();
    const ended = ['post.published', 'PUBLISHED', ['PUBLISHED', 'PUBLISHED', 'CANCELED']];
    expect(await toldEnds()).toEqual([...heard, ended]);
  });

  it('sends no event if its post is deleted', async () => {
    await onPost.leaveTarget(1, { status: 'CANCELED' });
    await onPost.retry();
    expect((await remove()).status).toBe(204);
    expect(await toldEnds()).toEqual([]);
  });

  it('sends no event if it was approved and its post is deleted before it runs', async () => {
    await onPost.leaveTarget(1, { status: 'CANCELED' });
    await onPost.leavePost({ approvedAt: api.clock.now() });
    expect((await onPost.retry()).body).toMatchObject({ status: 'SCHEDULED' });
    expect((await remove()).status).toBe(204);
    expect(await toldEnds()).toEqual([]);
  });

  it('requires only one approval, even if a target turns out to be public meanwhile', async () => {
    const events = ['post.needs_approval' as const];
    await api.deps.db
      .update(webhookEndpoints)
      .set({ events })
      .where(eq(webhookEndpoints.workspaceId, tenant.workspaceId));
    await onPost.retry();
    await onPost.succeedLate(1);
    expect((await toldEnds()).map(([type]) => type)).toEqual(['post.needs_approval']);
  });

  describe('with targets that have become public while it was held', () => {
    const partly = ['post.failed', 'PARTIALLY_PUBLISHED', ['PUBLISHED', 'PUBLISHED', 'FAILED']];
    const late = async (): Promise<void> => {
      await onPost.retry();
      await onPost.succeedLate(1);
      expect(statusesOf(await onPost.read())).toEqual(['PUBLISHED', 'PUBLISHED', 'DRAFT']);
      expect(await toldEnds()).toEqual([]);
    };

    it('sends one event when it is rejected', async () => {
      await late();
      expect(statusesOf(await reject())).toEqual(partly[2]);
      expect(await toldEnds()).toEqual([partly]);
      await onPost.retry();
      await reject();
      expect(await toldEnds()).toEqual([partly]);
    });

    it('sends the event at once if none of its targets is waiting any longer', async () => {
      await onPost.retry({ targetIds: [await onPost.targetIdAt(1)] });
      await onPost.succeedLate(1);
      expect(await toldEnds()).toEqual([partly]);
    });

    it('sends the event when its post is deleted', async () => {
      await late();
      expect((await remove()).status).toBe(204);
      expect(await toldEnds()).toEqual([
        ['post.published', 'PUBLISHED', ['PUBLISHED', 'PUBLISHED', 'CANCELED']],
      ]);
    });

    it('sends one event when it is canceled and failed targets remain', async () => {
      await onPost.leaveUnconfirmed(2);
      await late();
      expect(statusesOf(await cancel())).toEqual(partly[2]);
      expect(await toldEnds()).toEqual([partly]);
      await onPost.retry();
      await cancel();
      expect(await toldEnds()).toEqual([partly]);
    });
  });
});
