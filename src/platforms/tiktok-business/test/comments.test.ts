import { describe, expect, it } from 'vitest';
import { startStub, textPost } from '../../../../test/platforms/support.js';
import type { ReplyTarget } from '../../kit/platform.js';
import { useHarness } from './harness.js';

const harness = useHarness();

const ok = (data: object) => ({ status: 200, body: { code: 0, message: 'OK', data } });
const job: ReplyTarget = { externalPostId: 'v_pub_url~v1.1', reference: null };
const since = new Date('2026-11-21T12:00:00Z');

async function prepareAgainst(data: object, replyTo = job) {
  await using stub = await startStub(() => ok(data));
  const session = harness.session({ baseUrl: stub.url });
  const answer = await harness.tikTok.prepare(session, textPost('first', { replyTo }), null);
  return { answer, requests: stub.requests };
}

describe('a comment', () => {
  it('waits until TikTok reports the id of its post, of which only the job was known', async () => {
    const waiting = { kind: 'pending', checkAfterMs: 60_000 };
    expect((await prepareAgainst({ status: 'PROCESSING_DOWNLOAD' })).answer).toEqual(waiting);
    expect((await prepareAgainst({ status: 'PUBLISH_COMPLETE' })).answer).toEqual(waiting);
    const reported = { status: 'PUBLISH_COMPLETE', post_ids: ['77'] };
    expect((await prepareAgainst(reported)).answer).toEqual({
      kind: 'prepared',
      state: { videoId: '77', commentId: null },
    });
  });

  it('is refused if its post has failed since', async () => {
    const { answer } = await prepareAgainst({ status: 'FAILED', reason: 'spam_risk' });
    expect(answer).toMatchObject({ kind: 'rejected', code: 'PLATFORM_REJECTED' });
  });

  it('needs no preceding request if the id of its post is known', async () => {
    const { answer, requests } = await prepareAgainst({}, { externalPostId: '77', reference: null });
    expect(answer).toMatchObject({ kind: 'prepared', state: { videoId: '77', commentId: null } });
    expect(requests).toEqual([]);
  });

  it.each<[string, ReplyTarget['reference'], string]>([
    ['a reply to a comment', { videoId: '77' }, '88'],
    ['a reply to a reply, which goes to the comment above', { videoId: '77', threadId: '66' }, '66'],
    ['a reply to a comment that is known only by its id', null, '88'],
  ])('is sent to the right thread: %s', async (_what, reference, commentId) => {
    const root = { externalPostId: '77', reference: null };
    const { answer, requests } = await prepareAgainst({}, { externalPostId: '88', reference, root });
    expect(answer).toEqual({ kind: 'prepared', state: { videoId: '77', commentId } });
    expect(requests).toEqual([]);
  });

  it.each([
    [{ videoId: '77', commentId: null }, '/comment/create/', { video_id: '77', text: 'first' }],
    [
      { videoId: '77', commentId: '88' },
      '/comment/reply/create/',
      { video_id: '77', comment_id: '88', text: 'first' },
    ],
  ])('is published by one call: %o', async (state, path, fields) => {
    await using stub = await startStub(() => ok({ comment_id: '99' }));
    const publication = textPost('first', { replyTo: job });
    const answer = await harness.tikTok.commit(harness.session({ baseUrl: stub.url }), publication, state);
    const { videoId, commentId } = state;
    const reference = { videoId, ...(commentId !== null && { threadId: commentId }) };
    expect(answer).toEqual({
      kind: 'published',
      published: { externalPostId: '99', externalUrl: null, reference },
    });
    expect(stub.requests.map(({ url }) => url)).toEqual([`/open_api/v1.3/business${path}`]);
    expect(JSON.parse(stub.requests[0]?.body ?? '')).toEqual({ business_id: '-000open7', ...fields });
  });

  it('is prepared again if its state is missing', async () => {
    const publication = textPost('first', { replyTo: job });
    expect(await harness.tikTok.commit(harness.session(), publication, {})).toMatchObject({
      kind: 'prepare-again',
    });
  });

  it('is refused with its own error code if the post disables comments', async () => {
    const post = harness.postOf('no comments', ['video/mp4'], { disableComment: true });
    const found = await harness.find(post, await harness.commit(post));
    if (found.kind !== 'found') throw new Error(JSON.stringify(found));
    const state = { videoId: found.published.externalPostId, commentId: null };
    const comment = textPost('first', { replyTo: { externalPostId: state.videoId, reference: null } });
    expect(await harness.tikTok.commit(harness.session(), comment, state)).toMatchObject({
      kind: 'rejected',
      code: 'COMMENTS_DISABLED',
    });
  });
});

describe('a comment whose response was lost', () => {
  const seconds = String(since.getTime() / 1000 + 5);
  const own = { comment_id: '99', text: 'first', owner: true, create_time: seconds };
  const look = async (comments: unknown[], more: { takenIds?: string[]; commentId?: string | null } = {}) => {
    const { takenIds = [], commentId = null } = more;
    await using stub = await startStub(() => ok({ comments, has_more: false }));
    const publication = textPost('first', { replyTo: job });
    const found = await harness.tikTok.findPublished(
      harness.session({ baseUrl: stub.url }),
      publication,
      { videoId: '77', commentId },
      { since, takenIds: new Set(takenIds) },
    );
    return { found, path: new URL(stub.requests[0]?.url ?? '', stub.url) };
  };

  it.each([
    ['our own text', [own], [], 'found'],
    ['the same text by other authors', [{ ...own, owner: false }], [], 'absent'],
    ['another text', [{ ...own, text: 'second' }], [], 'absent'],
    ['a comment from before the attempt', [{ ...own, create_time: '1' }], [], 'absent'],
    ['a comment that belongs to another publication', [own], ['99'], 'absent'],
    ['two possible comments', [own, { ...own, comment_id: '98' }], [], 'ambiguous'],
  ])('gets the right verdict from a list with %s', async (_what, comments, takenIds, kind) => {
    expect((await look(comments, { takenIds })).found.kind).toBe(kind);
  });

  it('is looked up on its post, newest first', async () => {
    const query = { sort_field: 'create_time', sort_type: 'desc', max_count: '30' };
    const under = await look([own]);
    expect(under.path.pathname).toBe('/open_api/v1.3/business/comment/list/');
    expect(Object.fromEntries(under.path.searchParams)).toEqual({
      business_id: '-000open7',
      video_id: '77',
      ...query,
    });
    const below = await look([own], { commentId: '88' });
    expect(below.path.pathname).toBe('/open_api/v1.3/business/comment/reply/list/');
    expect(below.path.searchParams.get('comment_id')).toBe('88');
  });

  it('is ambiguous if the id of its post is unknown', async () => {
    await using stub = await startStub(() => ok({ status: 'PUBLISH_COMPLETE' }));
    const session = harness.session({ baseUrl: stub.url });
    const search = { since, takenIds: new Set<string>() };
    const publication = textPost('first', { replyTo: job });
    expect(await harness.tikTok.findPublished(session, publication, null, search)).toMatchObject({
      kind: 'ambiguous',
    });
  });
});
