import { afterAll, expect, it } from 'vitest';
import { connector, startStub } from '../../../../test/platforms/support.js';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import { createPlatforms } from '../../kit/create-platforms.js';
import { x as definition } from '../definition.js';

const safeFetch = createSafeFetch();
const clock = { now: () => new Date('2026-11-21T12:00:00Z') };
afterAll(() => safeFetch[Symbol.asyncDispose]());

const post = { externalPostId: '42', reference: null, options: null, publishedAt: clock.now() };
const others = { like_count: 5, reply_count: 2, quote_count: 1, bookmark_count: 3, impression_count: 90 };

/** Measures a post on a server that knows one of the two spellings, with the field of reposts in that spelling. */
async function measured(spelling: 'tweet.fields' | 'post.fields', reposts: Record<string, number>) {
  await using stub = await startStub(({ url }) =>
    new URL(url, 'http://x.test').searchParams.has(spelling)
      ? { status: 200, body: { data: [{ id: '42', public_metrics: { ...others, ...reposts } }] } }
      : { status: 400, body: { title: 'Invalid Request' } },
  );
  const x = connector(createPlatforms({ definitions: [definition], fetchFor: () => safeFetch, clock }), 'X');
  const session = {
    externalAccountId: '1',
    handle: '@acme',
    baseUrl: stub.url,
    credentials: { accessToken: 'x-access', refreshToken: 'x-refresh' },
  };
  const answer = await x.metrics?.measure(session, [post]);
  return answer?.kind === 'measured' ? answer.byPost.get('42') : answer;
}

it.each([
  ['tweet.fields', 'retweet_count'],
  ['post.fields', 'repost_count'],
] as const)('the reposts of a post are counted on a server that knows %s, as %s', async (spelling, name) => {
  expect(await measured(spelling, { [name]: 7 })).toEqual({
    values: expect.objectContaining({ shares: 8, likes: 5, impressions: 90 }) as object,
    native: { ...others, [name]: 7 },
  });
});

it('the reposts of a post are counted once on a server that uses both names', async () => {
  expect(await measured('post.fields', { retweet_count: 7, repost_count: 7 })).toMatchObject({
    values: { shares: 8 },
  });
});
