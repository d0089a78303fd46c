import { describe, expect, it } from 'vitest';
import { connectorOf, startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch } from '../../../../test/platforms/use-sandbox.js';
import type { PlatformSession } from '../../kit/session.js';
import { summonsRule } from '../api.js';
import { x as definition } from '../definition.js';

const safeFetch = useSafeFetch();
const connect = () =>
  connectorOf(definition, { fetch: safeFetch, now: () => new Date('2026-11-21T12:00:00Z') });

const post = { externalPostId: '42', reference: null, publishedAt: new Date('2026-11-21T11:00:00Z') };

function session(baseUrl: string): PlatformSession {
  const credentials = { accessToken: 'x-access', refreshToken: 'x-refresh' };
  return { externalAccountId: '1', handle: '@Acme', baseUrl, credentials };
}

const reply = (id: string, more: object = {}) => ({
  id,
  text: 'hi',
  author_id: '2',
  created_at: '2026-11-21T11:30:00.000Z',
  referenced_tweets: [{ type: 'replied_to', id: '42' }],
  ...more,
});
const users = [{ id: '2', name: 'Anna', username: 'anna_b', profile_image_url: 'https://img.test/2' }];
const page = (data: unknown[], more: object = {}): StubAnswer => ({
  status: 200,
  body: { data, includes: { users }, meta: { result_count: data.length }, ...more },
});

async function listed(answers: StubAnswer[], cursor: string | null = null, x = connect()) {
  const waiting = [...answers];
  await using stub = await startStub(() => waiting.shift() ?? { status: 500 });
  const answer = await x.comments?.list(session(stub.url), post, cursor);
  return { answer, requests: stub.requests.map(({ url }) => new URL(url, stub.url)) };
}

describe('the comments of X', () => {
  it('are found by a search, without the post itself and with their authors', async () => {
    const { answer, requests } = await listed([page([reply('7')])]);
    expect(requests[0]?.pathname).toBe('/2/tweets/search/recent');
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({
      query: 'conversation_id:42 is:reply',
      max_results: '10',
      sort_order: 'recency',
      'tweet.fields': 'attachments,created_at,entities,note_tweet,referenced_tweets',
      expansions: 'author_id',
      'user.fields': 'name,profile_image_url,username',
    });
    expect(answer).toEqual({
      kind: 'page',
      cursor: null,
      comments: [
        {
          externalCommentId: '7',
          parentExternalId: null,
          author: { externalId: '2', handle: 'anna_b', name: 'Anna', avatarUrl: 'https://img.test/2' },
          mine: false,
          canReply: true,
          text: 'hi',
          postedAt: new Date('2026-11-21T11:30:00Z'),
          externalUrl: 'https://x.com/anna_b/status/7',
          reference: null,
        },
      ],
    });
  });

  it('cost money to read, and are listed for less than seven days', () => {
    const { paidReads, listedForMs = Infinity, newestFirst } = connect().comments ?? {};
    expect({ paidReads, newestFirst }).toEqual({ paidReads: true, newestFirst: true });
    expect(listedForMs).toBeLessThan(7 * 24 * 60 * 60_000);
  });

  it('are requested with the other parameter names if the server accepts only those', async () => {
    const x = connect();
    const refused = { status: 400, body: { title: 'Invalid Request' } };
    const data = [
      { ...reply('8'), referenced_tweets: undefined, referenced_posts: [{ type: 'replied_to', id: '7' }] },
    ];
    const first = await listed([refused, page(data)], null, x);
    expect(Object.fromEntries(first.requests[1]?.searchParams ?? [])).toMatchObject({
      'post.fields': 'attachments,created_at,entities,note_post',
      expansions: 'author_id,referenced_posts',
    });
    expect(first.answer).toMatchObject({ comments: [{ parentExternalId: '7' }] });
    const second = await listed([page(data)], null, x);
    expect(second.requests.map((url) => url.searchParams.has('post.fields'))).toEqual([true]);
  });

  it('continue with the token of the last page, until there is none', async () => {
    const { answer, requests } = await listed([page([reply('7')], { meta: { next_token: 'n2' } })], 'n1');
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
      next_token: 'n1',
      max_results: '100',
    });
    expect(answer).toMatchObject({ cursor: 'n2' });
    const empty = { status: 200, body: { meta: { result_count: 0 } } };
    expect((await listed([empty])).answer).toEqual({ kind: 'page', comments: [], cursor: null });
  });

  it('survive unreadable entries and missing authors', async () => {
    const { answer } = await listed([
      page([
        null,
        { id: '8' },
        reply('42'),
        reply('9', { author_id: '1' }),
        reply('10', { created_at: 'soon' }),
      ]),
    ]);
    expect(answer).toMatchObject({
      comments: [
        {
          externalCommentId: '9',
          mine: true,
          author: { externalId: '1', handle: null, name: null },
          externalUrl: 'https://x.com/i/status/9',
        },
      ],
    });
  });

  it.each([
    ['@acme @bo when &lt;3 &amp; so', {}, '@bo when <3 & so'],
    ['@acmes hi', {}, '@acmes hi'],
    [
      'see https://t.co/a',
      { entities: { urls: [{ url: 'https://t.co/a', expanded_url: 'https://a.test/$&' }] } },
      'see https://a.test/$&',
    ],
    ['cut…', { note_tweet: { text: 'the whole of it' } }, 'the whole of it'],
  ])('have the text that X shows: %s', async (text, more, shown) => {
    const { answer } = await listed([page([reply('7', { text, ...more })])]);
    expect(answer).toMatchObject({ comments: [{ text: shown }] });
  });
});

describe('a reply on X', () => {
  const hideAfter = async (answer: StubAnswer) => {
    await using stub = await startStub(() => answer);
    const outcome = await connect().comments?.hiding?.set(session(stub.url), '7', true);
    return { outcome, sent: stub.requests[0] };
  };

  it('is hidden by a call that contains its id', async () => {
    const { outcome, sent } = await hideAfter({ status: 200, body: { data: { hidden: true } } });
    expect(outcome).toEqual({ kind: 'changed' });
    expect(sent).toMatchObject({ method: 'PUT', url: '/2/tweets/7/hidden', body: '{"hidden":true}' });
  });

  it.each([
    ['X still shows it', { status: 200, body: { data: { hidden: false } } }, { kind: 'ambiguous' }],
    ['it is gone', { status: 404 }, { kind: 'gone' }],
    ['X refuses', { status: 403, body: { detail: 'Not your conversation.' } }, { kind: 'rejected' }],
    ['it is called too often', { status: 429 }, { kind: 'rate-limited' }],
  ])('is not hidden if %s', async (_why, answer, expected) => {
    expect((await hideAfter(answer)).outcome).toMatchObject(expected);
  });
});

describe('a reply to a reply on X', () => {
  const replyTo = { externalPostId: '7', reference: null, root: { externalPostId: '42', reference: null } };

  it('is sent to that reply, not to the post', async () => {
    await using stub = await startStub(() => ({ status: 201, body: { data: { id: '8' } } }));
    await connect().commit(session(stub.url), textPost('hi', { replyTo }), {});
    expect(JSON.parse(stub.requests[0]?.body ?? '')).toEqual({
      text: 'hi',
      reply: { in_reply_to_tweet_id: '7' },
    });
  });

  it('fails with X’s own message and its rule if the app may not reply', async () => {
    const detail =
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author.';
    const body = { type: 'https://api.twitter.com/2/problems/client-forbidden', detail, status: 403 };
    await using stub = await startStub(() => ({ status: 403, body }));
    expect(await connect().commit(session(stub.url), textPost('hi', { replyTo }), {})).toEqual({
      kind: 'rejected',
      code: 'COMMENTS_DISABLED',
      message: `${detail} ${summonsRule}`,
    });
  });
});
