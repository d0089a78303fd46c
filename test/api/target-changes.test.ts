import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditLog, changes, posts, socialAccounts, targets, workspaces } from '../../src/db/schema/index.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import { codeOf, field, type Answer } from '../harness/api.js';
import { leaveTargets, type TargetFields } from '../harness/leave-targets.js';
import { untilLockWaits, whilePostsHeld } from '../harness/lock-waits.js';
import { mintLimitedKey, mintSession } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });
const hourMs = 60 * 60 * 1000;

let postId: string;
let targetId: string;

/** Leaves the post as if it were public on the platform. */
async function publish(platform: PlatformName, more: TargetFields = {}): Promise<void> {
  const { db, clock } = api.deps;
  await db.update(posts).set({ status: 'PUBLISHED' }).where(eq(posts.id, postId));
  await leaveTargets(db, eq(targets.postId, postId), {
    ...{ platform, status: 'PUBLISHED', externalPostId: '1', publishedAt: clock.now() },
    ...{ publishedCaption: 'Before', ...more },
  });
}
beforeEach(async () => {
  postId = await api.schedule(tenant);
  const [row] = await api.deps.db.select().from(targets).where(eq(targets.postId, postId));
  targetId = row?.id ?? '';
});

const change = (what: 'remove' | 'edit', body: object = {}, headers: Record<string, string> = {}) =>
  api.as({ key: tenant.key }).post(`/posts/${postId}/targets/${targetId}/${what}`, body, headers);
interface ShownChange {
  id: string;
  status: string;
}
const requireApproval = () =>
  api.deps.db.update(workspaces).set({ requireApproval: true }).where(eq(workspaces.id, tenant.workspaceId));
const targetIn = (answer: Answer) =>
  field<{ removal: ShownChange | null; edits: ShownChange[] }[]>(answer, 'targets')[0];
/** Ends the open change as its run would. */
const end = (status: 'DONE' | 'UNCONFIRMED') =>
  api.deps.db
    .update(changes)
    .set({ status, runId: null, finishedAt: api.clock.now() })
    .where(eq(changes.postId, postId));

it('an edit and a removal are in the audit log, with the target', async () => {
  await publish('FACEBOOK_PAGE');
  await change('edit', { text: 'After' });
  await end('DONE');
  await change('remove');
  const rows = await api.deps.db
    .select({ action: auditLog.action, changes: auditLog.changes })
    .from(auditLog)
    .where(eq(auditLog.subjectId, postId));
  const about = [{ field: 'targetId', from: null, to: targetId }];
  expect(rows).toEqual([
    { action: 'post.edit_requested', changes: about },
    { action: 'post.removal_requested', changes: about },
  ]);
});

describe('removing a public target', () => {
  it('starts only one run, even if it is requested several times', async () => {
    await publish('BLUESKY');
    const first = await change('remove');
    expect([first.status, targetIn(first)?.removal?.status]).toEqual([200, 'REQUESTED']);
    const again = await change('remove');
    expect(targetIn(again)?.removal?.id).toBe(targetIn(first)?.removal?.id);
    expect(api.starter.changeStarts.filter((start) => start.postId === postId)).toHaveLength(1);
  });

  it('repeats the answer for an Idempotency-Key', async () => {
    await publish('BLUESKY');
    const key = { 'idempotency-key': `remove-${postId}` };
    const [first, second] = [await change('remove', {}, key), await change('remove', {}, key)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await api.deps.db.$count(changes, eq(changes.postId, postId))).toBe(1);
  });

  it('is refused if there is nothing to remove, or if the platform cannot remove it', async () => {
    expect(codeOf(await change('remove'))).toBe('TARGET_NOT_PUBLISHED');
    await publish('BLUESKY', { externalPostId: null });
    expect(codeOf(await change('remove'))).toBe('NO_EXTERNAL_ID');
    await publish('INSTAGRAM');
    const refused = await change('remove');
    expect([refused.status, codeOf(refused)]).toEqual([409, 'CHANGE_NOT_POSSIBLE']);
    expect(field(refused, 'reason')).toBe('NOT_SUPPORTED');
    await publish('BLUESKY', { firstComment: 'Soon', comment: { status: 'PUBLISHING' } });
    expect(codeOf(await change('remove'))).toBe('CHANGE_UNDER_WAY');
  });

  it('is refused if the account was connected without the permission', async () => {
    await publish('THREADS');
    await api.deps.db
      .update(socialAccounts)
      .set({ scopes: ['threads_basic'] })
      .where(eq(socialAccounts.id, tenant.accountIds[0]));
    expect(field(await change('remove'), 'reason')).toBe('PERMISSION_MISSING');
  });

  it('needs the scope posts:publish', async () => {
    await publish('BLUESKY');
    const key = await mintLimitedKey(api, tenant.userId, ['posts:write']);
    const answer = await api.as({ key }).post(`/posts/${postId}/targets/${targetId}/remove`, {});
    expect(codeOf(answer)).toBe('INSUFFICIENT_SCOPE');
  });

  it('delays the deletion of the post until its public targets are removed, if the request asks for both', async () => {
    await publish('BLUESKY');
    const remove = () => api.as({ key: tenant.key }).delete(`/posts/${postId}?removePublic=true`);
    const waiting = await remove();
    expect([waiting.status, codeOf(waiting)]).toEqual([409, 'CHANGE_UNDER_WAY']);
    await end('DONE');
    await leaveTargets(api.deps.db, eq(targets.postId, postId), { takenDownAt: api.clock.now() });
    expect((await remove()).status).toBe(204);
  });

  it('keeps the post until it has ended, because its outcome would not be visible otherwise', async () => {
    await publish('BLUESKY');
    await change('remove');
    const remove = () => api.as({ key: tenant.key }).delete(`/posts/${postId}`);
    expect(codeOf(await remove())).toBe('CHANGE_UNDER_WAY');
    await end('UNCONFIRMED');
    expect((await remove()).status).toBe(204);
  });

  it('also needs the scope posts:publish for a post that waits for its approval', async () => {
    await publish('BLUESKY', { status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED', externalPostId: null });
    await api.deps.db.update(posts).set({ status: 'NEEDS_APPROVAL' }).where(eq(posts.id, postId));
    const key = await mintLimitedKey(api, tenant.userId, ['posts:write']);
    const answer = await api.as({ key }).delete(`/posts/${postId}?removePublic=true`);
    expect(codeOf(answer)).toBe('INSUFFICIENT_SCOPE');
  });
});

describe('editing a public text', () => {
  const edit = (text = 'After', more: object = {}) => change('edit', { text, ...more });

  it('is refused later or more often than the platform allows', async () => {
    const anHourAgo = new Date(api.clock.now().getTime() - hourMs - 1_000);
    await publish('X', { publishedAt: anHourAgo });
    expect(field(await edit(), 'reason')).toBe('TOO_LATE');
    await publish('X');
    for (const text of ['1', '2', '3', '4', '5']) {
      expect((await edit(text)).status).toBe(200);
      await end('UNCONFIRMED');
    }
    expect(field(await edit('6'), 'reason')).toBe('TOO_OFTEN');
  });

  it('is refused if the text breaks a rule of the platform, or if the post has no title to edit', async () => {
    await publish('LINKEDIN_PERSON');
    const long = await edit('x'.repeat(4_000));
    expect([long.status, codeOf(long)]).toEqual([422, 'PLATFORM_RULE_VIOLATION']);
    const [detail] = field<{ path: string }[]>(long, 'details');
    expect(detail?.path).toBe('text');
    expect(codeOf(await edit('After', { title: 'A title' }))).toBe('VALIDATION_FAILED');
  });

  it('changes nothing if the text is already public, and waits for another change', async () => {
    await publish('FACEBOOK_PAGE');
    expect(targetIn(await edit('Before'))?.edits).toEqual([]);
    expect(targetIn(await edit())?.edits).toMatchObject([{ status: 'REQUESTED' }]);
    expect(codeOf(await edit('Another'))).toBe('CHANGE_UNDER_WAY');
    expect(codeOf(await change('remove'))).toBe('CHANGE_UNDER_WAY');
  });

  it('is made even with the known text if an unconfirmed edit may have made another text public', async () => {
    await publish('FACEBOOK_PAGE');
    await edit();
    await end('UNCONFIRMED');
    expect(targetIn(await edit('Before'))?.edits).toMatchObject([
      { status: 'UNCONFIRMED' },
      { status: 'REQUESTED' },
    ]);
  });

  it('is not approved if it was rejected a moment ago', async () => {
    await publish('FACEBOOK_PAGE');
    const { db } = api.deps;
    await db.update(workspaces).set({ requireApproval: true }).where(eq(workspaces.id, tenant.workspaceId));
    await edit();
    const reviewer = api.as({ session: await mintSession(api, tenant.userId) });
    const approving = await whilePostsHeld(db, [postId], async () => {
      const answer = reviewer.post(`/posts/${postId}/approve`);
      await untilLockWaits(db, 1);
      await db.update(changes).set({ status: 'REJECTED' }).where(eq(changes.postId, postId));
      return { answer };
    });
    expect(codeOf(await approving.answer)).toBe('INVALID_STATE');
  });

  it('waits for an approval if the workspace requires one', async () => {
    await publish('FACEBOOK_PAGE');
    await requireApproval();
    expect(targetIn(await edit('First'))?.edits).toMatchObject([{ status: 'NEEDS_APPROVAL' }]);
    expect(api.starter.changeStarts.filter((start) => start.postId === postId)).toEqual([]);
    const reviewer = api.as({ session: await mintSession(api, tenant.userId) });
    const rejected = await reviewer.post(`/posts/${postId}/reject`, { reason: 'No.' });
    expect(targetIn(rejected)?.edits).toMatchObject([{ status: 'REJECTED' }]);
    await edit('Second');
    const approved = await reviewer.post(`/posts/${postId}/approve`);
    expect(targetIn(approved)?.edits).toMatchObject([{ status: 'REJECTED' }, { status: 'REQUESTED' }]);
    expect(api.starter.changeStarts.filter((start) => start.postId === postId)).toHaveLength(1);
  });

  it('is listed with the posts that wait, until it was decided', async () => {
    const waiting = await api.schedule(tenant);
    await publish('FACEBOOK_PAGE');
    await requireApproval();
    await api.deps.db.update(posts).set({ status: 'NEEDS_APPROVAL' }).where(eq(posts.id, waiting));
    const idsOf = async (query: string): Promise<string[]> => {
      const answer = await api.as({ key: tenant.key }).get(`/posts?sort=createdAt&${query}`);
      return field<{ id: string }[]>(answer, 'data').map(({ id }) => id);
    };
    const [ofPosts, before] = [await idsOf('needsApproval=true'), await idsOf('needsApproval=false')];
    expect([ofPosts, before]).toEqual([[waiting], [postId]]);
    await edit();
    expect(await idsOf('needsApproval=true')).toEqual([postId, waiting]);
    expect(await idsOf('needsApproval=true&status=PUBLISHED')).toEqual([postId]);
    expect(await idsOf('needsApproval=false')).toEqual([]);
    expect(await idsOf('status=NEEDS_APPROVAL')).toEqual([waiting]);
    const reviewer = api.as({ session: await mintSession(api, tenant.userId) });
    await reviewer.post(`/posts/${postId}/reject`, { reason: 'No.' });
    expect(await idsOf('needsApproval=true')).toEqual([waiting]);
  });

  it('no longer has an effect once the removal of the target was requested', async () => {
    await publish('FACEBOOK_PAGE');
    await requireApproval();
    await edit();
    const target = targetIn(await change('remove'));
    expect(target).toMatchObject({ removal: { status: 'REQUESTED' }, edits: [{ status: 'REJECTED' }] });
  });
});
