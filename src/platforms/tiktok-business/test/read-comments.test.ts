import { describe, expect, it } from 'vitest';
import { startStub } from '../../../../test/platforms/support.js';
import type { CommentsAnswer } from '../../kit/comments.js';
import { useHarness } from './harness.js';

const harness = useHarness();

const ok = (data: object): object => ({ code: 0, message: 'OK', data });
const refused = (code: number, message: string): object => ({ code, message, data: {} });
const post = (externalPostId = '77') => ({ externalPostId, reference: null, publishedAt: new Date() });
const comment = (id: string, more: object = {}): object => ({
  comment_id: id,
  video_id: '77',
  text: `no. ${id}`,
  create_time: '1795262400',
  owner: false,
  unique_identifier: '+ABc1/D2',
  username: 'anna',
  display_name: 'Anna Berg',
  profile_image: 'https://p16.tiktokcdn.example/anna.webp',
  ...more,
});

/** Reads all pages from a stub with these responses. Returns the comments and the requests. */
async function readAll(answerOf: (url: URL) => object, externalPostId?: string) {
  await using stub = await startStub(({ url }) => ({
    status: 200,
    body: answerOf(new URL(url, 'http://stub')),
  }));
  const session = harness.session({ baseUrl: stub.url });
  const answers: CommentsAnswer[] = [];
  let cursor: string | null = null;
  do {
    const answer: CommentsAnswer | undefined = await harness.tikTok.comments?.list(
      session,
      post(externalPostId),
      cursor,
    );
    if (answer === undefined) throw new Error('TikTok has comments.');
    answers.push(answer);
    cursor = answer.kind === 'page' ? answer.cursor : null;
  } while (cursor !== null && answers.length < 20);
  const urls = stub.requests.map(({ url }) => new URL(url, stub.url));
  const comments = answers.flatMap((answer) => (answer.kind === 'page' ? answer.comments : []));
  return { answers, urls, comments, ids: comments.map(({ externalCommentId }) => externalCommentId) };
}

const shortly = ({ pathname, searchParams }: URL): string =>
  [pathname.split('/business/').at(-1), searchParams.get('comment_id'), searchParams.get('cursor')]
    .filter((part) => part !== null)
    .join(' ');

describe('the comments of TikTok for Business', () => {
  it('are requested together with their replies, only the public ones, newest first', async () => {
    const answer = comment('89', { owner: true, parent_comment_id: '88' });
    const { urls, comments } = await readAll(() =>
      ok({ comments: [comment('88', { replies: 1, reply_list: [answer] })], has_more: false, cursor: 1 }),
    );
    expect(urls).toHaveLength(1);
    expect(urls[0]?.pathname).toBe('/open_api/v1.3/business/comment/list/');
    expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toEqual({
      business_id: '-000open7',
      video_id: '77',
      include_replies: 'true',
      status: 'PUBLIC',
      sort_field: 'create_time',
      sort_type: 'desc',
      max_count: '30',
    });
    const shown = {
      author: {
        externalId: '+ABc1/D2',
        handle: 'anna',
        name: 'Anna Berg',
        avatarUrl: 'https://p16.tiktokcdn.example/anna.webp',
      },
      canReply: true,
      postedAt: new Date('2026-11-21T12:00:00Z'),
      externalUrl: null,
    };
    expect(comments).toEqual([
      {
        ...shown,
        externalCommentId: '88',
        parentExternalId: null,
        text: 'no. 88',
        mine: false,
        reference: { videoId: '77' },
      },
      {
        ...shown,
        externalCommentId: '89',
        parentExternalId: '88',
        text: 'no. 89',
        mine: true,
        reference: { videoId: '77', threadId: '88' },
      },
    ]);
  });

  it('are read thread by thread to the last page before the next page of threads', async () => {
    const answers: Record<string, object> = {
      'comment/list/': ok({
        comments: [comment('1', { replies: 4, reply_list: [comment('14')] }), comment('2')],
        has_more: true,
        cursor: 30,
      }),
      'comment/reply/list/ 1': ok({ comments: [comment('14'), comment('13')], has_more: true, cursor: 2 }),
      'comment/reply/list/ 1 2': ok({ comments: [comment('12'), comment('11')], has_more: false, cursor: 4 }),
      'comment/list/ 30': ok({ comments: [comment('3', { replies: 1 })], has_more: false }),
      // The comment was deleted after its page was read.
      'comment/reply/list/ 3': refused(40_002, 'The comment does not exist.'),
    };
    const { urls, ids } = await readAll((url) => answers[shortly(url)] ?? refused(40_002, 'What?'));
    expect(urls.map(shortly)).toEqual(Object.keys(answers));
    expect(ids).toEqual(['1', '2', '14', '13', '12', '11', '3']);
  });

  it('survive unreadable entries and missing fields', async () => {
    const bare = { comment_id: '88', create_time: 1_795_262_400, replies: 1, reply_list: [null] };
    const items = [null, { comment_id: '1' }, comment('2', { create_time: 'soon' }), bare];
    const { comments } = await readAll(() => ok({ comments: items }));
    expect(comments).toMatchObject([
      {
        externalCommentId: '88',
        text: '',
        mine: false,
        author: { externalId: null, handle: null, name: null, avatarUrl: null },
      },
    ]);
    expect((await readAll(() => ok({}))).answers).toEqual([{ kind: 'page', comments: [], cursor: null }]);
  });

  it.each([
    [40_002, 'The video does not exist.', { kind: 'gone' }],
    [40_002, 'video_id is invalid', { kind: 'gone' }],
    [40_002, 'max_count is invalid', { kind: 'rejected', code: 'PLATFORM_REJECTED' }],
    [40_003, 'Comments are disabled for this video.', { kind: 'disabled' }],
    [40_130, 'Scope comment.list is not allowed.', { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [40_001, 'No permission: comments not allowed.', { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [40_100, 'Requests made too frequently.', { kind: 'rate-limited' }],
    [40_105, 'Access token is incorrect.', { kind: 'auth-expired' }],
    [51_000, 'System error.', { kind: 'ambiguous' }],
  ])('cannot be read after error %i: %s', async (code, message, answer) => {
    expect((await readAll(() => refused(code, message))).answers).toMatchObject([answer]);
  });

  it('are read with the id that TikTok reports later, if the post was stored with the id of its job', async () => {
    const { urls, ids } = await readAll(
      ({ pathname }) =>
        pathname.includes('/publish/status/')
          ? ok({ status: 'PUBLISH_COMPLETE', post_ids: ['77'] })
          : ok({ comments: [comment('88')] }),
      'v_pub_url~v1.1',
    );
    expect(ids).toEqual(['88']);
    expect(urls.at(-1)?.searchParams.get('video_id')).toBe('77');
  });

  it.each([
    [{ status: 'PROCESSING_DOWNLOAD' }, { kind: 'page', comments: [], cursor: null }],
    [{ status: 'FAILED', reason: 'spam_risk' }, { kind: 'gone' }],
  ])('are not requested for a post without an id: %o', async (job, answer) => {
    const { answers, urls } = await readAll(() => ok(job), 'v_pub_url~v1.1');
    expect(answers).toEqual([answer]);
    expect(urls).toHaveLength(1);
  });

  it('are all read from a thread that has more replies than the simulated list shows', async () => {
    const video = harness.postOf('a long talk');
    const found = await harness.find(video, await harness.commit(video));
    if (found.kind !== 'found') throw new Error(JSON.stringify(found));
    const { externalPostId } = found.published;
    const visit = async (text: string, parentId?: string): Promise<string> => {
      const body = JSON.stringify({ platform: 'TIKTOK_BUSINESS', externalPostId, text, parentId });
      const headers = { 'content-type': 'application/json' };
      const made = await fetch(`${harness.sandbox.url}/comments`, { method: 'POST', headers, body });
      return ((await made.json()) as { externalCommentId: string }).externalCommentId;
    };
    const first = await visit('well?');
    const answers: string[] = [];
    for (let number = 0; number < 5; number += 1)
      answers.push(await visit(`no. ${number}`, answers[0] ?? first));
    const begin = await harness.tikTok.comments?.list(harness.session(), post(externalPostId), null);
    if (begin?.kind !== 'page') throw new Error(JSON.stringify(begin));
    expect(begin.comments.map(({ text }) => text)).toEqual(['well?']);
    const rest = await harness.tikTok.comments?.list(harness.session(), post(externalPostId), begin.cursor);
    if (rest?.kind !== 'page') throw new Error(JSON.stringify(rest));
    expect(rest.comments.map(({ externalCommentId }) => externalCommentId)).toEqual(answers.reverse());
    expect(rest.cursor).toBeNull();
  });
});
