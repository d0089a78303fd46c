import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../../../test/harness/sandbox.js';
import { openMediaShelf } from '../../../../test/platforms/media-support.js';
import { publishAll } from '../../../../test/platforms/runner.js';
import { published, startStub, type StubAnswer } from '../../../../test/platforms/support.js';
import type { CommentsAnswer, PlatformComments } from '../../kit/comments.js';
import { createConnector, googleError, sessionAt, videoPost } from './support.js';

const account = 'UC0000000000000000000001';
const post = { externalPostId: 'video', reference: null, publishedAt: new Date('2026-11-21T11:00:00Z') };

const comment = (id: string, snippet: object = {}) => ({
  id,
  snippet: {
    textDisplay: id,
    authorDisplayName: '@anna',
    authorProfileImageUrl: 'https://yt3.ggpht.example/anna',
    authorChannelId: { value: 'UCanna' },
    publishedAt: '2026-11-21T11:30:00Z',
    updatedAt: '2026-11-21T11:40:00Z',
    ...snippet,
  },
});
const thread = (id: string, more: { replies?: unknown[]; total?: number; canReply?: boolean } = {}) => {
  const { replies = [], total = replies.length, canReply = true } = more;
  const snippet = { topLevelComment: comment(id), totalReplyCount: total, canReply };
  return { id, snippet, ...(replies.length === 0 ? {} : { replies: { comments: replies } }) };
};
const page = (items: unknown[], nextPageToken?: string): StubAnswer => ({
  status: 200,
  body: { items, ...(nextPageToken === undefined ? {} : { nextPageToken }) },
});

/**
 * Reads all pages from a stub with these responses. Returns the comments, and each request as its resource, parent and
 * page.
 */
async function readAll(answerOf: (url: URL) => StubAnswer, pagesMax = 20) {
  await using stub = await startStub(({ url }) => answerOf(new URL(url, 'http://stub')));
  const answers: CommentsAnswer[] = [];
  let cursor: string | null = null;
  do {
    const answer: CommentsAnswer = await commentsOf().list(sessionAt(stub.url), post, cursor);
    answers.push(answer);
    cursor = answer.kind === 'page' ? answer.cursor : null;
  } while (cursor !== null && answers.length < pagesMax);
  const urls = stub.requests.map(({ url }) => new URL(url, stub.url));
  const comments = answers.flatMap((answer) => (answer.kind === 'page' ? answer.comments : []));
  return { answers, urls, comments, ids: comments.map(({ externalCommentId }) => externalCommentId) };
}

function commentsOf(): PlatformComments {
  const { comments } = createConnector();
  if (comments === undefined) throw new Error('YouTube has comments.');
  return comments;
}

const shortly = ({ pathname, searchParams }: URL): string =>
  [pathname.split('/').at(-1), searchParams.get('parentId'), searchParams.get('pageToken')]
    .filter((part) => part !== null)
    .join(' ');

describe('the comments of YouTube', () => {
  it('are requested with their replies, newest first, as plain text', async () => {
    const own = { textOriginal: 'ours', textDisplay: 'shown', authorChannelId: { value: account } };
    const named = comment('Uga.1', { ...own, authorDisplayName: 'Anna Berg', authorProfileImageUrl: null });
    const { urls, comments } = await readAll(() => page([thread('Uga', { replies: [named] })]));
    expect(urls).toHaveLength(1);
    expect(urls[0]?.pathname).toBe('/youtube/v3/commentThreads');
    expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toEqual({
      part: 'snippet,replies',
      videoId: 'video',
      order: 'time',
      textFormat: 'plainText',
      maxResults: '100',
    });
    expect(comments).toMatchObject([
      {
        externalCommentId: 'Uga',
        parentExternalId: null,
        author: {
          externalId: 'UCanna',
          handle: '@anna',
          name: null,
          avatarUrl: 'https://yt3.ggpht.example/anna',
        },
        mine: false,
        canReply: true,
        text: 'Uga',
        postedAt: new Date('2026-11-21T11:30:00Z'),
        reference: { parentId: 'Uga', videoId: 'video' },
      },
      {
        externalCommentId: 'Uga.1',
        parentExternalId: 'Uga',
        author: { externalId: account, handle: null, name: 'Anna Berg', avatarUrl: null },
        mine: true,
        text: 'ours',
        reference: { parentId: 'Uga', videoId: 'video' },
      },
    ]);
    expect(comments[0]?.externalUrl).toMatch(/\/watch\?v=video&lc=Uga$/);
  });

  it('are read thread by thread to the last page before the next page of threads', async () => {
    const answers: Record<string, StubAnswer> = {
      commentThreads: page(
        [thread('Uga', { replies: [comment('Uga.9')], total: 6 }), thread('Ugb')],
        'second',
      ),
      'comments Uga': page([comment('Uga.9'), comment('Uga.8')], 'more'),
      'comments Uga more': page([comment('Uga.7')]),
      'commentThreads second': page([thread('Ugc', { total: 1 }), thread('Ugd', { total: 2 })]),
      // The comment was deleted after its page was read.
      'comments Ugc': googleError(404, 'commentNotFound'),
      'comments Ugd': page([comment('Ugd.1')]),
    };
    const {
      urls,
      ids,
      answers: pages,
    } = await readAll((url) => answers[shortly(url)] ?? { status: 500, body: '' });
    expect(urls.map(shortly)).toEqual(Object.keys(answers));
    expect(ids).toEqual(['Uga', 'Ugb', 'Uga.9', 'Uga.8', 'Uga.7', 'Ugc', 'Ugd', 'Ugd.1']);
    expect(pages.every(({ kind }) => kind === 'page')).toBe(true);
  });

  it('show in which threads no reply is possible', async () => {
    const closed = { total: 1, canReply: false };
    const { comments } = await readAll(({ searchParams }) =>
      searchParams.has('parentId')
        ? page([comment(`${searchParams.get('parentId')}.1`)])
        : page([thread('Uga', closed), thread('Ugb', { total: 1 })]),
    );
    const open = comments.filter(({ canReply }) => canReply);
    expect(open.map(({ externalCommentId }) => externalCommentId)).toEqual(['Ugb', 'Ugb.1']);
    expect(comments).toHaveLength(4);
  });

  it('survive unreadable entries and comments without an author', async () => {
    const bare = comment('Ugc', {
      textDisplay: undefined,
      authorDisplayName: undefined,
      authorChannelId: undefined,
    });
    const items = [
      null,
      { id: 'Uga' },
      { snippet: { topLevelComment: comment('Ugb', { publishedAt: 'soon' }) } },
      { snippet: { topLevelComment: bare }, replies: { comments: [null, comment('Ugc.1')] } },
    ];
    const { comments } = await readAll(() => page(items));
    expect(comments).toMatchObject([
      {
        externalCommentId: 'Ugc',
        text: '',
        mine: false,
        author: { externalId: null, handle: null, name: null },
      },
      { externalCommentId: 'Ugc.1' },
    ]);
  });

  it.each([
    [403, 'commentsDisabled', { kind: 'disabled' }],
    [404, 'videoNotFound', { kind: 'gone' }],
    [403, 'insufficientPermissions', { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [403, 'quotaExceeded', { kind: 'rate-limited', code: 'PLATFORM_QUOTA_EXCEEDED' }],
    [401, 'authError', { kind: 'auth-expired' }],
    [500, 'backendError', { kind: 'ambiguous' }],
  ])('cannot be read after error %s %s', async (status, reason, answer) => {
    expect((await readAll(() => googleError(status, reason))).answers).toMatchObject([answer]);
  });

  it('are all read from a thread that has more replies than the simulated list shows', async () => {
    await using sandbox = await startTestSandbox();
    await using shelf = await openMediaShelf();
    const at = sessionAt(`${sandbox.url}/youtube`);
    const { answer } = await publishAll(createConnector(), at, videoPost(shelf, 'a long talk'));
    const { externalPostId } = published(answer);
    const visit = async (text: string, parentId?: string): Promise<string> => {
      const body = JSON.stringify({ platform: 'YOUTUBE', externalPostId, text, parentId });
      const headers = { 'content-type': 'application/json' };
      const made = await fetch(`${sandbox.url}/comments`, { method: 'POST', headers, body });
      return ((await made.json()) as { externalCommentId: string }).externalCommentId;
    };
    const first = await visit('well?');
    const replies: string[] = [];
    for (let number = 0; number < 7; number += 1) replies.push(await visit(`no. ${number}`, first));
    const talk = { ...post, externalPostId };
    const begin = await commentsOf().list(at, talk, null);
    if (begin.kind !== 'page') throw new Error(JSON.stringify(begin));
    expect(begin.comments.map(({ text }) => text)).toEqual(['well?']);
    const rest = await commentsOf().list(at, talk, begin.cursor);
    if (rest.kind !== 'page') throw new Error(JSON.stringify(rest));
    expect(rest.comments.map(({ externalCommentId }) => externalCommentId).sort()).toEqual(replies.sort());
    expect(rest.cursor).toBeNull();
  });

  it('are read from the start if a cursor cannot be decoded', async () => {
    await using stub = await startStub(() => page([]));
    await commentsOf().list(sessionAt(stub.url), post, 'of another time');
    expect(stub.requests.map(({ url }) => shortly(new URL(url, stub.url)))).toEqual(['commentThreads']);
  });
});
