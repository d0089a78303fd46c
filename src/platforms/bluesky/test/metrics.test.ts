import { describe, expect, it } from 'vitest';
import { connectorOf, startStub, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch } from '../../../../test/platforms/use-sandbox.js';
import { bluesky as definition } from '../definition.js';

const safeFetch = useSafeFetch();
const bluesky = connectorOf(definition, { fetch: safeFetch, now: () => new Date('2026-11-21T12:00:00Z') });

const uri = (rkey: string): string => `at://did:plc:me/app.bsky.feed.post/${rkey}`;

async function measured(answer: StubAnswer, rkeys = ['3ka', '3kb']) {
  await using stub = await startStub(() => answer);
  const credentials = { accessJwt: 'access-jwt', refreshJwt: 'refresh-jwt' };
  const session = { externalAccountId: 'did:plc:me', handle: 'me.test', baseUrl: stub.url, credentials };
  const publishedAt = new Date('2026-11-21T11:00:00Z');
  const posts = rkeys.map((rkey) => ({
    externalPostId: uri(rkey),
    reference: null,
    options: null,
    publishedAt,
  }));
  const result = await bluesky.metrics?.measure(session, posts);
  return { result, requests: stub.requests.map(({ url }) => new URL(url, stub.url)) };
}

describe('the metrics of Bluesky', () => {
  it('are read for several posts in one call', async () => {
    const post = { uri: uri('3ka'), likeCount: 0, repostCount: 2, quoteCount: 1, replyCount: 4 };
    const { result, requests } = await measured({ status: 200, body: { posts: [post] } });
    expect(requests.map(({ pathname }) => pathname)).toEqual(['/xrpc/app.bsky.feed.getPosts']);
    expect(requests[0]?.searchParams.getAll('uris')).toEqual([uri('3ka'), uri('3kb')]);
    const values = { views: null, impressions: null, reach: null, saves: null, clicks: null };
    expect(result).toEqual({
      kind: 'measured',
      byPost: new Map([
        [
          uri('3ka'),
          {
            values: { ...values, likes: 0, comments: 4, shares: 3 },
            native: { likeCount: 0, repostCount: 2, quoteCount: 1, replyCount: 4 },
          },
        ],
      ]),
    });
  });

  it('are null if a server does not report them, or reports something else', async () => {
    const post = { uri: uri('3ka'), likeCount: 'many', replyCount: -1 };
    const { result } = await measured({ status: 200, body: { posts: [post, 7] } });
    const measurement = result?.kind === 'measured' ? result.byPost.get(uri('3ka')) : undefined;
    expect(Object.values(measurement?.values ?? {})).toEqual(Array.from({ length: 8 }, () => null));
    expect(measurement?.native).toEqual({});
  });

  it('are not read from more posts than were requested', async () => {
    const posts = Array.from({ length: 26 }, (_none, index) => ({ uri: uri(`3k${index}`), likeCount: 1 }));
    expect((await measured({ status: 200, body: { posts } })).result).toMatchObject({ kind: 'ambiguous' });
  });

  it('need a living token', async () => {
    const answer = { status: 400, body: { error: 'ExpiredToken', message: 'Token has expired' } };
    expect((await measured(answer)).result).toMatchObject({ kind: 'auth-expired' });
  });
});
