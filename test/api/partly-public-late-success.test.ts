import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { targets } from '../../src/db/schema/index.js';
import { ahead, field, type Answer, type TestSession } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { untilLockWaits } from '../harness/lock-waits.js';
import { failed, statusesOf, targetsOf, usePartlyPublic } from './partly-public-support.js';

const api = useTestApi();
const onPost = usePartlyPublic(api);
const { tenant, post } = onPost;
const hourMs = 3_600_000;

/**
 * Makes a change of the post that has read the target before a success is recorded, and writes the target afterwards.
 */
async function overtaken(index: 1 | 2, change: () => Promise<Answer>): Promise<Answer> {
  const targetId = await onPost.targetIdAt(index);
  const found = { status: 'PUBLISHED', externalPostId: 'late', errorCode: null, errorMessage: null } as const;
  const answer = await api.deps.db.transaction(async (tx) => {
    await tx.update(targets).set(found).where(eq(targets.id, targetId));
    const changing = change();
    await untilLockWaits(api.deps.db, 1);
    return { changing };
  });
  return answer.changing;
}

describe('a success that is found while the failed targets are retried', () => {
  it('is kept, and the retry covers only the other targets', async () => {
    const retried = await overtaken(1, () => onPost.retry());
    expect(statusesOf(retried)).toEqual(['PUBLISHED', 'PUBLISHED', 'SCHEDULED']);
    expect(targetsOf(retried)[1]?.externalPostId).toBe('late');
  });

  it('is kept even if the retry waits for approval', async () => {
    await onPost.requireApproval();
    await onPost.edit(onPost.shorter('Short', 2));
    const held = await overtaken(1, () => onPost.retry());
    expect(held.body).toMatchObject({ status: 'NEEDS_APPROVAL' });
    expect(statusesOf(held)).toEqual(['PUBLISHED', 'PUBLISHED', 'DRAFT']);
  });
});

describe('a success that is found while the post waits for approval of a later time', () => {
  let session: TestSession;
  let scheduledAt: string;
  beforeEach(async () => {
    ({ session } = await api.mintMember(tenant.workspaceId, 'ADMIN'));
    await onPost.requireApproval();
    await onPost.leaveTarget(0, { ...failed, publishedCaption: null, externalPostId: null });
    await onPost.leaveUnconfirmed(0);
    await onPost.leavePost({ status: 'FAILED' });
    scheduledAt = ahead(api, hourMs);
    const held = await api.act(tenant, post.id, 'schedule', { scheduledAt });
    expect(field(held, 'status')).toBe('NEEDS_APPROVAL');
    await onPost.succeedLate(0);
    expect(statusesOf(await onPost.read())).toEqual(['PUBLISHED', 'DRAFT', 'DRAFT']);
  });

  const expectDueAt = (approved: Answer, at: string): void => {
    expect(approved.body).toMatchObject({ status: 'SCHEDULED', scheduledAt: at });
    expect(targetsOf(approved).map(({ status, scheduledFor }) => [status, scheduledFor])).toEqual([
      ['PUBLISHED', null],
      ['SCHEDULED', at],
      ['SCHEDULED', at],
    ]);
    expect(api.starter.starts.at(-1)).toMatchObject({
      postId: post.id,
      socialAccountIds: [onPost.accountAt(1), onPost.accountAt(2)],
      scheduledAt: new Date(at),
    });
  };

  it('does not change the time of the other targets, which are approved later', async () => {
    expectDueAt(await api.act({ session }, post.id, 'approve'), scheduledAt);
  });

  it('does not prevent moving the other targets before they are approved', async () => {
    const later = ahead(api, 2 * hourMs);
    const moved = await api.act(tenant, post.id, 'reschedule', { scheduledAt: later });
    expect(moved.body).toMatchObject({ status: 'NEEDS_APPROVAL', scheduledAt: later });
    expectDueAt(await api.act({ session }, post.id, 'approve'), later);
  });
});
