import { describe, expect, it } from 'vitest';
import { startStub, type StubAnswer } from '../../../../test/platforms/support.js';
import type { CommentsAnswer } from '../../kit/comments.js';
import { graphError, ok, useBench } from './support.js';

const bench = useBench();
const { instagram } = bench;
const post = { externalPostId: '42', reference: null, publishedAt: new Date('2026-11-21T11:00:00Z') };

async function list(answer: StubAnswer, cursor: string | null = null) {
  await using stub = await startStub(() => answer);
  const session = bench.session({ baseUrl: stub.url, handle: '@Some.One' });
  const read = await instagram.comments?.list(session, post, cursor);
  if (read === undefined) throw new Error('Instagram has comments.');
  return { read, request: new URL(stub.requests[0]?.url ?? '', stub.url) };
}

const entry = (id: string, more: object = {}) => ({
  id,
  text: `number ${id}`,
  timestamp: '2026-11-21T11:30:00+0000',
  username: 'anna',
  from: { id: '900', username: 'anna' },
  ...more,
});
const reported = (read: CommentsAnswer) =>
  read.kind === 'page'
    ? read.comments.map(({ externalCommentId: id, parentExternalId: parent }) => `${id}<${parent ?? '-'}`)
    : read.kind;

describe('the comments of Instagram', () => {
  it('are read with their first replies in one call', async () => {
    const replies = { data: [entry('8', { username: 'some.one', from: { id: '1' } })] };
    const { read, request } = await list(ok({ data: [entry('7', { replies })] }));
    expect(request.pathname).toBe('/v26.0/42/comments');
    expect(request.searchParams.get('fields')).toContain('hidden,replies.limit(10){id,text,');
    expect(read).toEqual({
      kind: 'page',
      cursor: null,
      comments: [
        {
          externalCommentId: '7',
          parentExternalId: null,
          author: { externalId: '900', handle: 'anna', name: null, avatarUrl: null },
          mine: false,
          canReply: true,
          text: 'number 7',
          postedAt: new Date('2026-11-21T11:30:00Z'),
          externalUrl: null,
          reference: { object: 'comment' },
        },
        expect.objectContaining({
          externalCommentId: '8',
          parentExternalId: '7',
          mine: true,
          reference: { object: 'comment', threadId: '7' },
        }),
      ],
    });
  });

  it('survive unreadable entries', async () => {
    const replies = { data: [7, { id: '8' }, entry('9', { username: null, from: 'x' })] };
    const { read } = await list(
      ok({
        data: [null, { id: '1' }, entry('2', { timestamp: 'soon' }), entry('3', { replies, text: null })],
      }),
    );
    expect(reported(read)).toEqual(['3<-', '9<3']);
    expect(read).toMatchObject({ comments: [{ text: '' }, { author: { handle: null }, mine: false }] });
    expect(reported((await list(ok({ data: [entry('4', { replies: 'none' })] }))).read)).toEqual(['4<-']);
  });

  it('cannot be replied to if they are hidden', async () => {
    const { read } = await list(ok({ data: [entry('7', { hidden: true })] }));
    expect(read).toMatchObject({ comments: [{ canReply: false }] });
  });

  it('continue with the remaining replies, and then with the next page', async () => {
    const answers = Array.from({ length: 10 }, (_, index) => entry(String(100 + index)));
    const replies = { data: answers };
    const paging = { cursors: { after: 'b' } };
    const first = await list(ok({ data: [entry('7', { replies }), entry('8')], paging }));
    const cursorOf = ({ read }: typeof first) => (read.kind === 'page' ? read.cursor : null);

    const second = await list(
      ok({ data: [entry('200')], paging: { cursors: { after: 'y' } } }),
      cursorOf(first),
    );
    expect(second.request.pathname).toBe('/v26.0/7/replies');
    expect(second.request.searchParams.get('after')).toBeNull();
    expect(reported(second.read)).toEqual(['200<7']);

    const third = await list(ok({ data: [] }), cursorOf(second));
    expect(third.request.searchParams.get('after')).toBe('y');
    const last = await list(ok({ data: [entry('9')] }), cursorOf(third));
    expect(last.request.pathname).toBe('/v26.0/42/comments');
    expect(last.request.searchParams.get('after')).toBe('b');
    expect(last.read).toMatchObject({ cursor: null });

    const deleted = await list(graphError(100, 33), cursorOf(first));
    expect(deleted.read).toMatchObject({ kind: 'page', comments: [] });
    expect(cursorOf(deleted)).toBe(cursorOf(third));
  });

  it.each([
    ['the post is gone', graphError(100, 33), { kind: 'gone' }],
    ['a permission is missing', graphError(10), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    ['the token is dead', graphError(190, 460), { kind: 'auth-revoked' }],
  ])('are not read if %s', async (_what, answer, expected) => {
    expect((await list(answer)).read).toMatchObject(expected);
  });
});
