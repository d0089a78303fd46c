import { afterAll, expect, it } from 'vitest';
import { connector, startStub } from '../../../../test/platforms/support.js';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import { createPlatforms } from '../../kit/create-platforms.js';
import { facebookPage as definition } from '../definition.js';

const safeFetch = createSafeFetch();
const clock = { now: () => new Date('2026-11-21T12:00:00Z') };
afterAll(() => safeFetch[Symbol.asyncDispose]());

/** Measures a post for which Facebook returns these fields. Returns the requests and the measurement. */
async function measured(externalPostId: string, fields: object) {
  await using stub = await startStub(() => ({ status: 200, body: { id: externalPostId, ...fields } }));
  const platforms = createPlatforms({ definitions: [definition], fetchFor: () => safeFetch, clock });
  const session = {
    externalAccountId: '100',
    handle: 'page',
    baseUrl: stub.url,
    credentials: { accessToken: 'page-token' },
  };
  const post = { externalPostId, reference: null, options: null, publishedAt: clock.now() };
  const answer = await connector(platforms, 'FACEBOOK_PAGE').metrics?.measure(session, [post]);
  const { searchParams } = new URL(stub.requests[0]?.url ?? '', stub.url);
  return {
    asked: searchParams.get('fields'),
    found: answer?.kind === 'measured' ? answer.byPost.get(externalPostId) : answer,
  };
}
const summary = (total_count: number) => ({ data: [], summary: { total_count } });

it('the reactions, comments and shares of a post are counted', async () => {
  const fields = { reactions: summary(9), comments: summary(2), shares: { count: 1 } };
  const { asked, found } = await measured('100_7', fields);
  expect(asked).toBe('reactions.limit(0).summary(true),comments.limit(0).summary(true),shares');
  expect(found).toMatchObject({
    values: { likes: 9, comments: 2, shares: 1 },
    native: { reactions: 9, comments: 2, shares: 1 },
  });
});

it('a video is asked for its likes and comments, because it has neither reactions nor shares', async () => {
  const { asked, found } = await measured('7', { likes: summary(9), comments: summary(2) });
  expect(asked).toBe('likes.limit(0).summary(true),comments.limit(0).summary(true)');
  expect(found).toMatchObject({
    values: { likes: 9, comments: 2, shares: null },
    native: { likes: 9, comments: 2 },
  });
});
