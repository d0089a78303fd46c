import { beforeEach, describe, expect, it } from 'vitest';
import { codeOf, field, type Answer } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { oldText, targetsOf, usePartlyPublic } from './partly-public-support.js';
import { failedComment } from '../harness/leave-targets.js';

const api = useTestApi();
const onPost = usePartlyPublic(api);
const { tenant, post } = onPost;

const refused = { firstComment: 'Refused', comment: failedComment('COMMENTS_DISABLED') } as const;
const comment = (firstComment: string | undefined, more: object = {}): Promise<Answer> =>
  onPost.edit({
    targets: [{ socialAccountId: onPost.accountAt(0), ...(firstComment && { firstComment }), ...more }],
  });

/** Makes every target public, so that nothing of the post can be retried. */
const leavePublished = async (): Promise<void> => {
  const fields = { status: 'PUBLISHED', publishedCaption: oldText, externalPostId: 'other' } as const;
  for (const index of [1, 2] as const) await onPost.leaveTarget(index, fields);
  await onPost.leavePost({ status: 'PUBLISHED' });
};

describe.each([
  ['partly public', async () => {}],
  ['published', leavePublished],
])('the first comment of a %s post', (_what, leave) => {
  beforeEach(async () => {
    await leave();
    await onPost.leaveTarget(0, refused);
  });

  const expectClosed = async (answer: Answer): Promise<void> => {
    expect([answer.status, codeOf(answer)]).toEqual([409, 'INVALID_STATE']);
    expect(targetsOf(await onPost.read())[0]).toMatchObject({ captionOverride: null });
  };

  it('accepts another text once it was refused, and keeps its error until it is retried', async () => {
    const before = await onPost.read();
    const edited = await comment('Better');
    expect(edited.status, edited.text).toBe(200);
    expect(field(edited, 'status')).toBe(field(before, 'status'));
    expect(targetsOf(edited)[0]).toMatchObject({
      status: 'PUBLISHED',
      firstComment: 'Better',
      firstCommentStatus: 'FAILED',
      publishedCaption: oldText,
    });
    expect(targetsOf(edited).slice(1)).toEqual(targetsOf(before).slice(1));
  });

  it('is checked by the rules of its platform, with the paths of the request', async () => {
    const answer = await comment('x'.repeat(301));
    expect([answer.status, codeOf(answer)]).toEqual([422, 'PLATFORM_RULE_VIOLATION']);
    expect(field(answer, 'details')).toMatchObject([
      { path: 'targets.0.firstComment', socialAccountId: onPost.accountAt(0) },
    ]);
  });

  it('cannot be removed, and no other field of the target can be changed with it', async () => {
    await expectClosed(await comment(undefined));
    await expectClosed(await comment('Better', { captionOverride: 'Other' }));
    await expectClosed(await onPost.edit({ caption: 'Other' }));
  });

  it.each([
    ['may be public', failedComment('PUBLISH_UNCONFIRMED')],
    ['is being retried', { runId: 'retry-first-comment:1' }],
    ['is public', { status: 'PUBLISHED', externalPostId: 'at://did/comment/1' }],
    ['has not been sent yet', { status: 'SCHEDULED' }],
  ] as const)('cannot be changed if it %s', async (_why, fields) => {
    await onPost.leaveTarget(0, { comment: fields });
    await expectClosed(await comment('Better'));
  });

  it('cannot be changed if the workspace requires approval', async () => {
    await onPost.requireApproval();
    await onPost.leavePost({ approvedAt: api.clock.now() });
    await expectClosed(await comment('Better'));
  });
});

it('the field `allowed` lists the edit of a published post only if a first comment has failed', async () => {
  await leavePublished();
  const closed = await api.act(tenant, post.id, 'retry');
  expect(field(closed, 'allowed')).toEqual(['delete']);
  await onPost.leaveTarget(0, refused);
  const open = await api.act(tenant, post.id, 'retry');
  expect(field(open, 'allowed')).toEqual(['edit', 'delete']);
});
