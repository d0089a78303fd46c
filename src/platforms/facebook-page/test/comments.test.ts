import { describe, expect, it } from 'vitest';
import { startStub, type StubAnswer } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import { useBench } from './support.js';

const bench = useBench();

async function list(answer: StubAnswer, reference: JsonObject | null = null) {
  await using stub = await startStub(() => answer);
  const post = { externalPostId: '100_1', reference, publishedAt: new Date('2026-11-21T11:00:00Z') };
  const session = { ...bench.session('100'), baseUrl: stub.url };
  const read = await bench.facebook.comments?.list(session, post, null);
  return { read, requests: stub.requests.map(({ url }) => new URL(url, stub.url)) };
}

const entry = (id: string, more: object = {}) => ({
  id,
  message: `number ${id}`,
  created_time: '2026-11-21T11:30:00+0000',
  from: { id: '900', name: 'Anna Berg' },
  ...more,
});
const ok = (...data: unknown[]): StubAnswer => ({ status: 200, body: { data } });
const error = (code: number, subcode?: number): StubAnswer => ({
  status: 400,
  body: { error: { message: 'words', code, error_subcode: subcode } },
});

describe('a comment of which the Graph API says that there is no such object', () => {
  const deleteAfter = async (look: StubAnswer) => {
    await using stub = await startStub(({ method }) => (method === 'GET' ? look : error(100, 33)));
    const session = { ...bench.session('100'), baseUrl: stub.url };
    const answer = await bench.facebook.comments?.deleting?.remove(session, '100_1');
    return { answer, methods: stub.requests.map(({ method }) => method) };
  };

  it.each([
    ['is gone if it cannot be read either', error(100, 33), { kind: 'gone' }],
    ['is refused if it can be read', { status: 200, body: { id: '100_1' } }, { kind: 'rejected' }],
    ['is in doubt if the look-up fails', { status: 500 }, { kind: 'ambiguous' }],
  ])('%s', async (_what, look, expected) => {
    const { answer, methods } = await deleteAfter(look);
    expect(answer).toMatchObject(expected);
    expect(methods).toEqual(['DELETE', 'GET']);
  });
});

describe('the comments of a Page', () => {
  it('are read as one stream of all levels, newest first', async () => {
    const answer = entry('1_8', { parent: { id: '1_7' }, from: { id: '100', name: 'The Page' } });
    const { read, requests } = await list(ok(answer, entry('1_7', { permalink_url: '/1_7' })));
    expect(requests[0]?.pathname).toBe('/v26.0/100_1/comments');
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
      filter: 'stream',
      order: 'reverse_chronological',
      limit: '100',
    });
    expect(read).toEqual({
      kind: 'page',
      cursor: null,
      comments: [
        expect.objectContaining({
          externalCommentId: '1_8',
          parentExternalId: '1_7',
          mine: true,
          reference: { postId: '100_1', threadId: '1_7' },
        }),
        {
          externalCommentId: '1_7',
          parentExternalId: null,
          author: { externalId: '900', handle: null, name: 'Anna Berg', avatarUrl: null },
          mine: false,
          canReply: true,
          text: 'number 1_7',
          postedAt: new Date('2026-11-21T11:30:00Z'),
          externalUrl: expect.stringMatching(/\/1_7$/) as unknown,
          reference: { postId: '100_1', threadId: '1_7' },
        },
      ],
    });
  });

  it('survive unreadable entries and missing authors', async () => {
    const { read } = await list(
      ok(null, { id: '1' }, entry('1_2', { created_time: 'soon' }), entry('1_3', { from: 7, message: null })),
    );
    expect(read).toMatchObject({
      comments: [
        { externalCommentId: '1_3', text: '', mine: false, author: { externalId: null, name: null } },
      ],
    });
  });

  it('cannot be replied to if Facebook says so', async () => {
    const { read } = await list(ok(entry('1_7', { can_comment: false })));
    expect(read).toMatchObject({ comments: [{ canReply: false }] });
  });

  it('are not requested for a story, which has none', async () => {
    const { read, requests } = await list(ok(), { storyMediaId: '7' });
    expect(read).toEqual({ kind: 'disabled' });
    expect(requests).toEqual([]);
  });

  it.each([
    ['the post is gone', error(100, 33), { kind: 'gone' }],
    ['a permission is missing', error(200), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    ['the app exceeds its rate limit', error(341), { kind: 'rate-limited' }],
    ['the person has lost the role', error(190, 492), { kind: 'auth-revoked' }],
  ])('are not read if %s', async (_what, answer, expected) => {
    expect((await list(answer)).read).toMatchObject(expected);
  });
});
