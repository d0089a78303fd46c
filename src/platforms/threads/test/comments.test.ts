import { describe, expect, it } from 'vitest';
import { connectorOf, startStub } from '../../../../test/platforms/support.js';
import { useSafeFetch } from '../../../../test/platforms/use-sandbox.js';
import { threads as definition } from '../definition.js';

const now = (): Date => new Date('2026-11-21T12:00:00Z');
const threads = connectorOf(definition, { fetch: useSafeFetch(), now });

const post = { externalPostId: '42', reference: null, publishedAt: new Date('2026-11-21T11:00:00Z') };

const sessionAt = (baseUrl: string) => ({
  externalAccountId: '1',
  handle: '@some.one',
  baseUrl,
  credentials: { accessToken: 'threads-access' },
});

async function listed(data: unknown[], paging: object = {}, cursor: string | null = null) {
  await using stub = await startStub(() => ({ status: 200, body: { data, paging } }));
  const answer = await threads.comments?.list(sessionAt(stub.url), post, cursor);
  return { answer, request: new URL(stub.requests[0]?.url ?? '', stub.url) };
}

const reply = {
  id: '7',
  text: 'hi',
  timestamp: '2026-11-21T11:30:00+0000',
  username: 'anna',
  permalink: 'https://www.threads.net/@anna/post/7',
  replied_to: { id: '42' },
  is_reply_owned_by_me: false,
};

describe('the comments of Threads', () => {
  it('are incomplete if one of them cannot be read', async () => {
    expect((await listed([reply])).answer).not.toHaveProperty('isPartial');
    expect((await listed([reply, { ...reply, id: 8 }])).answer).toMatchObject({ isPartial: true });
  });

  it('are requested newest first, with all displayed fields', async () => {
    const { request, answer } = await listed([reply]);
    expect(request.pathname).toBe('/v1.0/42/conversation');
    expect(Object.fromEntries(request.searchParams)).toMatchObject({ reverse: 'true', limit: '100' });
    expect(request.searchParams.get('fields')).toContain('replied_to');
    expect(answer).toEqual({
      kind: 'page',
      cursor: null,
      comments: [
        {
          externalCommentId: '7',
          parentExternalId: null,
          author: { externalId: null, handle: 'anna', name: null, avatarUrl: null },
          mine: false,
          canReply: true,
          text: 'hi',
          postedAt: new Date('2026-11-21T11:30:00Z'),
          externalUrl: 'https://www.threads.net/@anna/post/7',
          reference: null,
        },
      ],
    });
  });

  it('survive unreadable entries and images without text', async () => {
    const { answer } = await listed([
      null,
      { id: '8' },
      { ...reply, id: '9', text: null, replied_to: { id: '7' }, username: null },
      { ...reply, id: '10', timestamp: 'soon' },
    ]);
    expect(answer).toMatchObject({
      comments: [{ externalCommentId: '9', parentExternalId: '7', text: '', author: { handle: null } }],
    });
  });

  it.each([
    ['HIDDEN', { isHidden: true }],
    ['UNHUSHED', { isHidden: false }],
  ])('are hidden as the status %s says', async (status, expected) => {
    const { answer } = await listed([{ ...reply, hide_status: status }]);
    expect(answer).toMatchObject({ comments: [expected] });
  });

  it('are reported as neither hidden nor visible if Threads has covered them by itself', async () => {
    const { answer } = await listed([{ ...reply, hide_status: 'COVERED' }]);
    expect(answer).not.toMatchObject({ comments: [{ isHidden: expect.any(Boolean) as boolean }] });
  });

  it('are hidden by a call about the reply', async () => {
    await using stub = await startStub(() => ({ status: 200, body: { success: true } }));
    const { hiding } = threads.comments ?? {};
    expect(await hiding?.set(sessionAt(stub.url), '7', true)).toEqual({ kind: 'changed' });
    const [sent] = stub.requests;
    expect([sent?.method, sent?.url]).toEqual(['POST', '/v1.0/7/manage_reply']);
    expect(new URLSearchParams(sent?.body).get('hide')).toBe('true');
  });

  it('are read page by page until a page is empty', async () => {
    const cursors = { cursors: { after: 'b' } };
    const { answer, request } = await listed([reply], cursors, 'a');
    expect(request.searchParams.get('after')).toBe('a');
    expect(answer).toMatchObject({ cursor: 'b' });
    expect((await listed([], cursors)).answer).toEqual({ kind: 'page', comments: [], cursor: null });
  });
});
