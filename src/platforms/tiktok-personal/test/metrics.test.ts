import { afterAll, describe, expect, it } from 'vitest';
import { connector, startStub, type StubAnswer } from '../../../../test/platforms/support.js';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import { createPlatforms } from '../../kit/create-platforms.js';
import { readSettings } from '../../kit/definition.js';
import { tikTokPersonal as definition } from '../definition.js';

const safeFetch = createSafeFetch();
const tiktok = connector(
  createPlatforms({
    definitions: [definition],
    fetchFor: () => safeFetch,
    clock: { now: () => new Date() },
    settings: readSettings([definition], {}),
  }),
  'TIKTOK_PERSONAL',
);
afterAll(() => safeFetch[Symbol.asyncDispose]());

const error = (code: string, status: number): StubAnswer => ({
  status,
  body: { data: {}, error: { code, message: 'words' } },
});
const ok = (data: object): StubAnswer => ({ status: 200, body: { data, error: { code: 'ok' } } });
const statusOf = (ids: number[]) =>
  ok({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: ids.map(String) });

/** Measures posts at a server that answers each request for a status with the next of these responses. */
async function measured(externalPostIds: string[], statuses: StubAnswer[]) {
  const left = [...statuses];
  await using stub = await startStub(({ url, body }) => {
    if (url.includes('/status/')) return left.shift() ?? error('internal_error', 500);
    const { filters } = JSON.parse(body) as { filters: { video_ids: string[] } };
    return ok({ videos: filters.video_ids.map((id) => ({ id, like_count: 1 })) });
  });
  const session = {
    externalAccountId: '-000',
    handle: '@me',
    baseUrl: stub.url,
    credentials: { accessToken: 'access', refreshToken: 'refresh' },
  };
  const post = { reference: null, options: null, publishedAt: new Date() };
  const posts = externalPostIds.map((externalPostId) => ({ ...post, externalPostId }));
  const answer = await tiktok.metrics?.measure(session, posts);
  return { answer, paths: stub.requests.map(({ url }) => new URL(url, stub.url).pathname) };
}

describe('the metrics of TikTok', () => {
  const statusPath = '/v2/post/publish/status/fetch/';
  const queryPath = '/v2/video/query/';

  it('use few of the status calls that publishing needs', () => {
    expect(tiktok.metrics?.postsPerCallMax).toBe(3);
  });

  it('leave out a private post, and a post that TikTok does not know', async () => {
    const { answer, paths } = await measured(
      ['v_pub~1', 'v_pub~2', 'v_pub~3'],
      [statusOf([]), error('invalid_publish_id', 400), statusOf([7])],
    );
    expect(paths).toEqual([statusPath, statusPath, statusPath, queryPath]);
    expect(answer?.kind === 'measured' && [...answer.byPost.keys()]).toEqual(['v_pub~3']);
  });

  it.each([
    ['rate-limited', error('rate_limit_exceeded', 429)],
    ['auth-expired', error('access_token_invalid', 401)],
    ['ambiguous', error('internal_error', 500)],
  ])('are %s for the whole account if TikTok says so about one post', async (kind, answer) => {
    const read = await measured(['1', 'v_pub~2', 'v_pub~3'], [answer]);
    expect(read.answer).toMatchObject({ kind });
    expect(read.paths).toEqual([statusPath]);
  });
});
