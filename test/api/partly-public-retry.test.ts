import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { posts, socialAccounts } from '../../src/db/schema/index.js';
import { retryFailedForAuth } from '../../src/services/social-accounts/retry-failed.js';
import { ahead, codeOf, field, type TestSession } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { untilLockWaits } from '../harness/lock-waits.js';
import { failed, statusesOf, targetsOf, usePartlyPublic } from './partly-public-support.js';

const api = useTestApi();
const onPost = usePartlyPublic(api);
const { tenant, post } = onPost;

describe('a retry of some of the failed targets', () => {
  it('requires only the media of these targets, even if media of others were deleted from the library', async () => {
    await onPost.leaveTarget(0, { mediaIds: ['media_gone'] });
    await onPost.leaveTarget(2, { mediaIds: ['media_gone'] });
    const all = await onPost.retry();
    expect([all.status, codeOf(all)]).toEqual([400, 'VALIDATION_FAILED']);
    const one = await onPost.retry({ targetIds: [await onPost.targetIdAt(1)] });
    expect([one.status, statusesOf(one)]).toEqual([200, ['PUBLISHED', 'SCHEDULED', 'FAILED']]);
  });

  it('can be rescheduled without the other targets', async () => {
    await onPost.retry({ targetIds: [await onPost.targetIdAt(1)] });
    const scheduledAt = ahead(api);
    const moved = await api.act(tenant, post.id, 'reschedule', { scheduledAt });
    expect(statusesOf(moved)).toEqual(['PUBLISHED', 'SCHEDULED', 'FAILED']);
    expect(targetsOf(moved)[1]?.scheduledFor).toBe(scheduledAt);
    expect(api.starter.starts.at(-1)?.socialAccountIds).toEqual([onPost.accountAt(1)]);
  });
});

describe('a retry with consent to publish unconfirmed targets again', () => {
  beforeEach(() => onPost.leaveUnconfirmed(2));

  it('keeps the consent when it is rescheduled', async () => {
    await onPost.retry({ republishUnconfirmed: true });
    expect(await onPost.consents()).toEqual([false, true, true]);
    for (const action of ['reschedule', 'schedule'] as const) {
      const moved = await api.act(tenant, post.id, action, { scheduledAt: ahead(api) });
      expect([moved.status, statusesOf(moved)]).toEqual([200, ['PUBLISHED', 'SCHEDULED', 'SCHEDULED']]);
      expect(await onPost.consents(), action).toEqual([false, true, true]);
    }
  });

  describe('if no target of the post is public', () => {
    beforeEach(async () => {
      await onPost.leaveTarget(0, failed);
      await onPost.leavePost({ status: 'FAILED' });
    });

    it('keeps the consent when an edit moves it, even while it waits for approval', async () => {
      await onPost.retry({ republishUnconfirmed: true });
      const moved = await onPost.edit({ scheduledFor: ahead(api) });
      expect([moved.status, statusesOf(moved)]).toEqual([200, ['SCHEDULED', 'SCHEDULED', 'SCHEDULED']]);
      expect(await onPost.consents()).toEqual([true, true, true]);
      await onPost.requireApproval();
      for (const aheadMs of [7_200_000, 9_000_000]) {
        const held = await api.act(tenant, post.id, 'reschedule', { scheduledAt: ahead(api, aheadMs) });
        expect(field(held, 'status')).toBe('NEEDS_APPROVAL');
        expect(await onPost.consents()).toEqual([true, true, true]);
      }
    });

    it('does not extend the consent to a target that is revived by the new time', async () => {
      await onPost.retry({ republishUnconfirmed: true });
      await onPost.leaveTarget(0, failed);
      await onPost.leaveTarget(1, { cancelRequestedAt: api.clock.now() });
      const moved = await api.act(tenant, post.id, 'reschedule', { scheduledAt: ahead(api) });
      expect(statusesOf(moved)).toEqual(['SCHEDULED', 'SCHEDULED', 'SCHEDULED']);
      expect(await onPost.consents()).toEqual([false, false, true]);
    });

    it('loses the consent once it has failed again and the post is scheduled again', async () => {
      await onPost.retry({ republishUnconfirmed: true });
      for (const index of [0, 1, 2] as const) await onPost.leaveTarget(index, failed);
      await onPost.leavePost({ status: 'FAILED' });
      const anew = await api.act(tenant, post.id, 'schedule', { scheduledAt: ahead(api) });
      expect(statusesOf(anew)).toEqual(['SCHEDULED', 'SCHEDULED', 'SCHEDULED']);
      expect(await onPost.consents()).toEqual([false, false, false]);
    });
  });
});

describe('a retry that waits for approval', () => {
  let session: TestSession;
  beforeEach(async () => {
    ({ session } = await api.mintMember(tenant.workspaceId, 'ADMIN'));
    await onPost.requireApproval();
    await onPost.edit(onPost.shorter());
  });

  it('can be approved even if the accounts of other targets were disconnected', async () => {
    await onPost.retry({ targetIds: [await onPost.targetIdAt(1)] });
    for (const other of [0, 2] as const)
      expect((await api.as(tenant).delete(`/social-accounts/${onPost.accountAt(other)}`)).status).toBe(204);
    const approved = await api.act({ session }, post.id, 'approve');
    expect([approved.status, approved.text]).toEqual([200, expect.any(String)]);
    expect(statusesOf(approved)).toEqual(['PUBLISHED', 'SCHEDULED', 'FAILED']);
  });

  describe('with consent to publish unconfirmed targets again', () => {
    beforeEach(async () => {
      await onPost.leaveUnconfirmed(2);
      const held = await onPost.retry({ republishUnconfirmed: true });
      expect(statusesOf(held)).toEqual(['PUBLISHED', 'DRAFT', 'DRAFT']);
    });

    it('keeps the consent when it is approved, even after another edit', async () => {
      expect((await onPost.edit(onPost.shorter('Shorter'))).status).toBe(200);
      const approved = await api.act({ session }, post.id, 'approve');
      expect(statusesOf(approved)).toEqual(['PUBLISHED', 'SCHEDULED', 'SCHEDULED']);
      expect(await onPost.consents()).toEqual([false, true, true]);
    });

    it('loses the consent when it is rejected, and a later retry does not regain it', async () => {
      await api.act({ session }, post.id, 'reject', { reason: 'Not twice.' });
      expect(await onPost.consents()).toEqual([false, false, false]);
      await onPost.retry();
      await api.act({ session }, post.id, 'approve');
      expect(await onPost.consents()).toEqual([false, false, false]);
    });
  });
});

describe('the automatic retry after a reconnection', () => {
  const dayMs = 86_400_000;
  const now = (): Date => api.clock.now();
  const daysAgo = (days: number): Date => new Date(now().getTime() - days * dayMs);
  const reconnected = async (): Promise<number> => {
    const debt = { retryOwedSince: now() };
    await api.deps.db
      .update(socialAccounts)
      .set(debt)
      .where(eq(socialAccounts.id, onPost.accountAt(1)));
    return retryFailedForAuth(api.deps, onPost.accountAt(1));
  };
  const leaveRefused = (failedAt: Date): Promise<void> =>
    onPost.leaveTarget(1, {
      errorCode: 'PLATFORM_AUTH_FAILED',
      attemptCount: 1,
      scheduledFor: failedAt,
      lastAttemptAt: failedAt,
      updatedAt: failedAt,
    });

  it('skips a target that was edited meanwhile and needs approval', async () => {
    await leaveRefused(daysAgo(1));
    await onPost.requireApproval();
    await onPost.leavePost({ approvedAt: now() });
    // An edit holds the lock of the post when the retry needs it.
    const { retrying } = await api.deps.db.transaction(async (tx) => {
      await tx.update(posts).set({ approvedAt: null }).where(eq(posts.id, post.id));
      const retrying = reconnected();
      await untilLockWaits(api.deps.db, 1);
      return { retrying };
    });
    expect(await retrying).toBe(0);
    expect(field(await onPost.read(), 'status')).toBe('PARTIALLY_PUBLISHED');
  });

  it('publishes the text that an edit has corrected', async () => {
    await leaveRefused(daysAgo(6));
    await onPost.edit(onPost.shorter());
    expect(await reconnected()).toBe(1);
    expect(statusesOf(await onPost.read())).toEqual(['PUBLISHED', 'SCHEDULED', 'FAILED']);
  });

  it('does not inherit the last retry’s consent to publish unconfirmed targets again', async () => {
    await leaveRefused(daysAgo(1));
    await onPost.leaveTarget(1, { republishUnconfirmed: true });
    expect(await reconnected()).toBe(1);
    expect(await onPost.consents()).toEqual([false, false, false]);
  });

  it('skips a target that failed long ago, even if it was edited meanwhile', async () => {
    await leaveRefused(daysAgo(8));
    expect((await onPost.edit(onPost.shorter())).status).toBe(200);
    expect(await reconnected()).toBe(0);
    expect(statusesOf(await onPost.read())).toEqual(['PUBLISHED', 'FAILED', 'FAILED']);
  });
});
