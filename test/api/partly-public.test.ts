import { beforeEach, describe, expect, it } from 'vitest';
import { ahead, codeOf, field } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { oldText, targetsOf, usePartlyPublic } from './partly-public-support.js';

const api = useTestApi();
const { tenant, post, accountAt, targetIdAt, read, edit, shorter, leaveTarget, leavePost, ...more } =
  usePartlyPublic(api);

describe('a failed target of a partly public post', () => {
  it('accepts another text and is retried with it, while the public target keeps its content', async () => {
    const edited = await edit(shorter());
    expect([edited.status, edited.text]).toEqual([200, expect.any(String)]);
    expect(edited.body).toMatchObject({ status: 'PARTIALLY_PUBLISHED', caption: oldText });
    expect(targetsOf(edited).map(({ status, captionOverride }) => [status, captionOverride])).toEqual([
      ['PUBLISHED', null],
      ['FAILED', 'Short'],
      ['FAILED', null],
    ]);
    const retried = await api.act(tenant, post.id, 'retry', { targetIds: [await targetIdAt(1)] });
    expect(retried.body).toMatchObject({ status: 'SCHEDULED' });
    expect(targetsOf(retried).map(({ status }) => status)).toEqual(['PUBLISHED', 'SCHEDULED', 'FAILED']);
    expect(targetsOf(retried)[0]?.publishedCaption).toBe(oldText);
  });

  it('can be edited in the flat shape, and repeating the same edit changes nothing', async () => {
    const body = { platforms: [{ accountId: accountAt(2), captionOverride: 'Short' }] };
    const first = await edit(body);
    expect(targetsOf(first)[2]?.captionOverride).toBe('Short');
    expect(field(await edit(body), 'updatedAt')).toBe(field(first, 'updatedAt'));
  });

  it('can be edited by a request that repeats the public target unchanged', async () => {
    const all = tenant.accountIds.map((socialAccountId, index) => ({
      socialAccountId,
      ...(index === 1 && { captionOverride: 'Short' }),
    }));
    const edited = await edit({ targets: all.toReversed(), timezone: 'Europe/Paris' });
    expect(edited.status, edited.text).toBe(200);
    // Targets keep the order of their creation.
    expect(targetsOf(edited).map(({ socialAccountId }) => socialAccountId)).toEqual(tenant.accountIds);
  });

  it('is checked by the rules of its platform, with the paths of the request', async () => {
    const answer = await edit(shorter('x'.repeat(281)));
    expect([answer.status, codeOf(answer)]).toEqual([422, 'PLATFORM_RULE_VIOLATION']);
    expect(field<{ path: string }[]>(answer, 'details').map(({ path }) => path)).toEqual([
      'targets.0.captionOverride',
    ]);
  });

  it('cannot be edited while it may be public', async () => {
    await more.leaveUnconfirmed(1);
    const answer = await edit(shorter());
    expect([answer.status, codeOf(answer)]).toEqual([409, 'INVALID_STATE']);
    expect(field(answer, 'targetIds')).toEqual([await targetIdAt(1)]);
    expect((await edit(shorter('Short', 2))).status).toBe(200);
  });
});

describe('a public target', () => {
  it.each([
    ['by name', () => ({ targets: [{ socialAccountId: accountAt(0), captionOverride: 'Other' }] })],
    ['by the caption that it inherits', () => ({ caption: 'Other' })],
    ['by its first comment', () => ({ targets: [{ socialAccountId: accountAt(0), firstComment: 'Late' }] })],
  ])('cannot be changed %s, and the error names the target and the next step', async (_how, body) => {
    const answer = await edit(body());
    expect([answer.status, codeOf(answer)]).toEqual([409, 'INVALID_STATE']);
    expect(answer.body).toMatchObject({
      status: 'PARTIALLY_PUBLISHED',
      targetIds: [await targetIdAt(0)],
      message: expect.stringContaining('failed targets') as unknown,
    });
    expect(field<string[]>(answer, 'allowed')).toEqual(expect.arrayContaining(['edit', 'retry']));
    expect(field(await read(), 'caption')).toBe(oldText);
  });

  it('allows a new caption for the others if its own caption is sent unchanged', async () => {
    const pinned = [{ socialAccountId: accountAt(0), captionOverride: oldText }];
    const edited = await edit({ caption: 'For the others', targets: pinned });
    expect(edited.body).toMatchObject({ caption: 'For the others' });
    expect(targetsOf(edited)[0]).toMatchObject({ captionOverride: oldText, publishedCaption: oldText });
  });

  it('prevents changes to the time and the accounts of the post', async () => {
    for (const body of [{ scheduledFor: ahead(api, 7_200_000) }, { scheduledFor: null }]) {
      const answer = await edit(body);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'INVALID_STATE']);
    }
    expect((await edit({ scheduledFor: field(await read(), 'scheduledAt') })).status).toBe(200);
    await leaveTarget(2, { socialAccountId: accountAt(1), removedAt: api.clock.now() });
    const added = await edit({ targets: [{ socialAccountId: accountAt(2) }] });
    expect([added.status, codeOf(added)]).toEqual([409, 'INVALID_STATE']);
  });

  it('does not prevent edits of the others, except while their retry waits', async () => {
    await api.act(tenant, post.id, 'retry');
    const answer = await edit(shorter());
    expect([answer.status, codeOf(answer)]).toEqual([409, 'INVALID_STATE']);
    expect(field(answer, 'targetIds')).toEqual([await targetIdAt(1), await targetIdAt(2)]);
    expect(field<string[]>(answer, 'allowed')).not.toContain('edit');
  });
});

describe('a workspace that requires approval', () => {
  beforeEach(async () => {
    await more.requireApproval();
    await leavePost({ approvedAt: api.clock.now() });
  });

  it('holds the retry of an edited target for approval, and then publishes only that target', async () => {
    const reviewer = await api.mintMember(tenant.workspaceId, 'CLIENT_REVIEWER');
    expect(field(await edit(shorter()), 'approvedAt')).toBeNull();
    const held = await api.act(tenant, post.id, 'retry', { targetIds: [await targetIdAt(1)] });
    expect(held.body).toMatchObject({ status: 'NEEDS_APPROVAL', workflowId: null });
    expect(targetsOf(held).map(({ status }) => status)).toEqual(['PUBLISHED', 'DRAFT', 'FAILED']);
    expect((await edit(shorter('Shorter'))).body).toMatchObject({ status: 'NEEDS_APPROVAL' });
    const moved = await api.act(tenant, post.id, 'reschedule', { scheduledAt: ahead(api) });
    expect([moved.status, codeOf(moved)]).toEqual([409, 'INVALID_STATE']);

    const approved = await api.act({ session: reviewer.session }, post.id, 'approve');
    expect(approved.body).toMatchObject({ status: 'SCHEDULED', approvedByUserId: reviewer.userId });
    expect(targetsOf(approved).map(({ status }) => status)).toEqual(['PUBLISHED', 'SCHEDULED', 'FAILED']);
    const [start] = api.starter.starts.filter((one) => one.postId === post.id).slice(-1);
    expect(start).toMatchObject({ socialAccountIds: [accountAt(1)] });
    expect(start?.scheduledAt.getTime()).toBeLessThanOrEqual(api.clock.now().getTime());
  });

  it('restores the failure when a retry is rejected', async () => {
    await edit(shorter());
    await api.act(tenant, post.id, 'retry');
    const { session } = await api.mintMember(tenant.workspaceId, 'ADMIN');
    const rejected = await api.act({ session }, post.id, 'reject', { reason: 'Too short.' });
    expect(rejected.body).toMatchObject({ status: 'PARTIALLY_PUBLISHED', rejectionReason: 'Too short.' });
    expect(targetsOf(rejected).map(({ status }) => status)).toEqual(['PUBLISHED', 'FAILED', 'FAILED']);
    expect(field(await api.act(tenant, post.id, 'retry'), 'status')).toBe('NEEDS_APPROVAL');
  });

  it('keeps the post published with its public targets when a retry is canceled', async () => {
    await edit(shorter());
    await api.act(tenant, post.id, 'retry');
    const canceled = await api.act(tenant, post.id, 'cancel');
    expect(canceled.body).toMatchObject({ status: 'PUBLISHED' });
    expect(targetsOf(canceled).map(({ status }) => status)).toEqual(['PUBLISHED', 'CANCELED', 'CANCELED']);
  });

  it('retries an unedited target at once', async () => {
    expect(field(await api.act(tenant, post.id, 'retry'), 'status')).toBe('SCHEDULED');
  });
});
