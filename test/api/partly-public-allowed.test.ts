import { describe, expect, it } from 'vitest';
import { actionFrom, type PostAction } from '../../src/domain/post-actions.js';
import { ahead, call, codeOf, field, type Answer, type TestSession } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { failed, usePartlyPublic } from './partly-public-support.js';

const api = useTestApi();
const onPost = usePartlyPublic(api);
const { tenant, post } = onPost;

const hold = async (): Promise<void> => {
  await onPost.requireApproval();
  await onPost.edit(onPost.shorter());
  expect(field(await onPost.retry(), 'status')).toBe('NEEDS_APPROVAL');
};
const failAltogether = async (): Promise<void> => {
  await onPost.requireApproval();
  await onPost.leaveTarget(0, { ...failed, publishedCaption: null, externalPostId: null });
  await onPost.leavePost({ status: 'FAILED' });
};
const scheduleAgain = async (): Promise<void> => {
  await failAltogether();
  await onPost.leaveUnconfirmed(0);
  await api.act(tenant, post.id, 'schedule', { scheduledAt: ahead(api) });
};
const moveRetry = async (): Promise<void> => {
  await onPost.retry();
  await api.act(tenant, post.id, 'reschedule', { scheduledAt: ahead(api) });
};

/** The states of a partly public post: a name, how the post gets there, and the actions that are then allowed. */
const states: [string, () => Promise<unknown>, PostAction[]][] = [
  ['whose failed targets wait for a decision', () => onPost.leaveUnconfirmed(2), ['retry', 'edit', 'delete']],
  ['whose retry is due', () => onPost.retry(), ['schedule', 'reschedule', 'cancel', 'delete']],
  ['whose retry was rescheduled', moveRetry, ['schedule', 'reschedule', 'cancel', 'delete']],
  ['whose retry waits for approval', hold, ['approve', 'reject', 'cancel', 'edit', 'delete']],
  [
    'that waits for approval of a later time',
    async () => {
      await scheduleAgain();
      await onPost.succeedLate(0);
    },
    ['schedule', 'reschedule', 'approve', 'reject', 'cancel', 'edit', 'delete'],
  ],
  [
    'whose held retry was rejected',
    async () => {
      await hold();
      const { session } = await api.mintMember(tenant.workspaceId, 'ADMIN');
      await api.act({ session }, post.id, 'reject', { reason: 'No.' });
    },
    ['retry', 'edit', 'delete'],
  ],
  [
    'whose retry was canceled',
    async () => {
      await moveRetry();
      await api.act(tenant, post.id, 'cancel');
    },
    ['delete'],
  ],
  ['that is being published', () => onPost.leavePost({ status: 'PUBLISHING' }), ['cancel']],
  // In the last two states no target is public, and the post's status alone does not show what is allowed.
  [
    'that has missed the time that was to be approved',
    async () => {
      await failAltogether();
      await api.act(tenant, post.id, 'schedule', { scheduledAt: ahead(api) });
      await onPost.leavePost({ scheduledAt: new Date(api.clock.now().getTime() - 60_000) });
    },
    ['schedule', 'reschedule', 'reject', 'cancel', 'edit', 'delete'],
  ],
  ['that has failed and requires another approval', failAltogether, ['schedule', 'edit', 'delete']],
];

const bodies: Partial<Record<PostAction, () => object>> = {
  schedule: () => ({ scheduledAt: ahead(api, 7_200_000) }),
  reschedule: () => ({ scheduledAt: ahead(api, 7_200_000) }),
  reject: () => ({ reason: 'No.' }),
};

function take(action: PostAction, session: TestSession): Promise<Answer> {
  const path = `/posts/${post.id}`;
  if (action === 'delete') return call(api, 'DELETE', path, { session });
  if (action === 'edit') return call(api, 'PATCH', path, { session, body: onPost.shorter('Shorter', 1) });
  return api.act({ session }, post.id, action, bodies[action]?.());
}

describe.each(states)('a post %s', (_what, reach, allowed) => {
  it.each(Object.keys(actionFrom) as PostAction[])(
    'accepts or refuses %s in accordance with its field `allowed`',
    async (action) => {
      await reach();
      const { session } = await api.mintMember(tenant.workspaceId, 'ADMIN');
      const answer = await take(action, session);
      if (allowed.includes(action)) {
        expect([200, 204], answer.text).toContain(answer.status);
      } else {
        expect([answer.status, codeOf(answer)]).toEqual([409, 'INVALID_STATE']);
        expect(field(answer, 'allowed')).toEqual(allowed);
      }
    },
  );
});
