import { describe, expect, it, vi } from 'vitest';
import { upload } from '../../../../test/platforms/media-support.js';
import { brought, publishAll } from '../../../../test/platforms/runner.js';
import { published, startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { datedGraphVersion } from '../../kit/meta/dated-version.js';
import type { Publication } from '../../kit/platform.js';
import { instagram as definition } from '../definition.js';
import { accountId, graphError, ok, useBench } from './support.js';
import { waitMsMax } from '../../../../test/harness/patience.js';

const bench = useBench();
const { instagram } = bench;
const post = (text: string, count = 1): Publication =>
  textPost(text, { media: Array.from({ length: count }, () => bench.shelf.medium({ mime: 'image/jpeg' })) });
const limit = (used: number, seconds = 86_400): StubAnswer =>
  ok({ data: [{ quota_usage: used, config: { quota_total: 50, quota_duration: seconds } }] });
const hourMs = 60 * 60 * 1000;

describe('the quota', () => {
  const spent = { kind: 'rate-limited', code: 'PLATFORM_QUOTA_EXCEEDED' };
  it.each([
    ['at the limit', 1, limit(50), { ...spent, retryAfterMs: hourMs }],
    ['at the limit of a short window', 1, limit(50, 90), { ...spent, retryAfterMs: 90_000 }],
    ['at the limit, with several media', 3, limit(51), { ...spent, retryAfterMs: hourMs }],
    ['below the limit', 1, limit(49), { kind: 'uploaded' }],
    [
      'with a limited number of requests for it',
      1,
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'rate-limited', retryAfterMs: 7_000 },
    ],
    ['without the permission for it', 1, graphError(10), { kind: 'uploaded' }],
    ['with a response that lacks it', 1, ok({ data: [] }), { kind: 'uploaded' }],
    ['with a server error', 1, { status: 500, body: '<html>' }, { kind: 'uploaded' }],
  ] as [string, number, StubAnswer, object][])(
    'is requested before a container is made: %s',
    async (_what, count, quota, expected) => {
      await using stub = await startStub(({ url }) =>
        url.includes('content_publishing_limit') ? quota : ok({ id: '78' }),
      );
      const { answer } = await upload(instagram, bench.session({ baseUrl: stub.url }), post('hi', count));
      expect(answer).toMatchObject(expected);
      const [first, ...others] = stub.requests.map(
        ({ method, url }) => `${method} ${url.split('?')[0] ?? ''}`,
      );
      expect(first).toBe(`GET /v26.0/${accountId}/content_publishing_limit`);
      expect(others).toHaveLength(answer.kind === 'uploaded' ? 1 : 0);
    },
  );

  it('runs out in the sandbox on demand, and is restored later', async () => {
    const ownSession = bench.session({ externalAccountId: '17841400000007008' });
    const waiting = post('made before');
    const earlier = await brought(instagram, ownSession, waiting);
    published((await publishAll(instagram, ownSession, post('the last one [sandbox:quota-spent]'))).answer);
    const next = post('one too many');
    expect((await upload(instagram, ownSession, next)).answer).toMatchObject({
      ...spent,
      retryAfterMs: 2_000,
    });
    expect(await instagram.commit(ownSession, waiting, earlier)).toMatchObject({
      ...spent,
      retryAfterMs: hourMs,
    });
    await vi.waitFor(async () => published((await publishAll(instagram, ownSession, next)).answer), {
      timeout: waitMsMax,
      interval: 200,
    });
  });

  it('has a known limit of fifty posts a day, in which comments do not count', () => {
    const [quota, ...others] = instagram.quotas ?? [];
    expect(others).toEqual([]);
    expect(quota).toMatchObject({ rule: 'posts_per_day', max: 50, window: 'rolling-day', scope: 'account' });
    const form = { options: null, mediaClasses: [] };
    expect(quota?.counts({ ...form, replyTo: null })).toBe(true);
    expect(quota?.counts({ ...form, replyTo: { externalPostId: '1', reference: null } })).toBe(false);
  });

  it('is shown with the choices of the account, although there is nothing to choose', async () => {
    expect(instagram.choices?.options).toEqual([]);
    const windowMs = 24 * hourMs;
    expect(await instagram.choices?.read(bench.session())).toEqual({
      kind: 'choices',
      choices: { options: {}, videoDurationMaxMs: null, quota: { used: 0, max: 50, windowMs } },
    });
    await using stub = await startStub(() => graphError(190, 463));
    expect((await instagram.choices?.read(bench.session({ baseUrl: stub.url })))?.kind).toBe('auth-expired');
  });
});

describe('a token', () => {
  it.each([
    [
      ok({ access_token: 'new', token_type: 'bearer', expires_in: 5_184_000 }),
      { kind: 'refreshed', credentials: { accessToken: 'new' } },
    ],
    [graphError(190, 463), { kind: 'auth-revoked' }],
    [graphError(190, 458), { kind: 'auth-revoked' }],
    [graphError(4), { kind: 'rate-limited' }],
    [graphError(2), { kind: 'ambiguous' }],
    [ok({}), { kind: 'ambiguous' }],
  ])('is refreshed with the right result: %j', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    expect(await instagram.refresh(bench.session({ baseUrl: stub.url }))).toMatchObject(expected);
    const query = new URLSearchParams({
      grant_type: 'ig_refresh_token',
      access_token: `sandbox:${accountId}`,
    });
    expect(stub.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET /refresh_access_token?${query.toString()}`,
    ]);
  });

  it('is not refreshed for Facebook Login, and no request is made', async () => {
    const before = bench.sent.length;
    const stubSession = bench.session({ baseUrl: 'https://graph.facebook.com' });
    const answer = await instagram.refresh(stubSession);
    expect(answer).toMatchObject({ kind: 'auth-revoked' });
    expect(answer).toHaveProperty('message', expect.stringContaining('reconnect the account'));
    expect(bench.sent).toHaveLength(before);
  });
});

describe('the settings', () => {
  it('have defaults, and accept another host and version', () => {
    const read = definition.connector?.readSettings;
    const defaults = {
      graphVersion: 'v26.0',
      siteUrl: 'https://www.instagram.com',
      serviceUrls: { token: 'https://api.instagram.com' },
      clientId: null,
      clientSecret: null,
      webhookVerifyToken: null,
    };
    const dated = (version: string) => datedGraphVersion('INSTAGRAM_GRAPH_VERSION', version);
    expect(read?.({})).toEqual({
      ...defaults,
      baseUrl: 'https://graph.instagram.com',
      datedVersion: dated('v26.0'),
    });
    const changed = { INSTAGRAM_API_URL: 'http://localhost:1/', INSTAGRAM_GRAPH_VERSION: 'v27.0' };
    expect(read?.(changed)).toEqual({
      ...defaults,
      baseUrl: 'http://localhost:1',
      graphVersion: 'v27.0',
      datedVersion: dated('v27.0'),
    });
    expect(() => read?.({ INSTAGRAM_GRAPH_VERSION: '26' })).toThrow('INSTAGRAM_GRAPH_VERSION');
  });
});

describe('the permalink', () => {
  it.each([
    [ok({ id: '88', permalink: 'https://www.instagram.com/p/x/' }), 'https://www.instagram.com/p/x/'],
    [ok({ id: '89', permalink: 'https://www.instagram.com/p/other/' }), null],
    [ok({ id: '88', permalink: 'javascript:alert(1)' }), null],
    [ok({ id: '88' }), null],
    [graphError(100, 33), null],
    [{ status: 500 }, null],
  ])('is read only from a valid response: %j', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    const made = { externalPostId: '88', externalUrl: null, reference: null };
    expect(await instagram.readPermalink?.(bench.session({ baseUrl: stub.url }), made)).toBe(expected);
    expect(stub.requests.map(({ url }) => url.split('?')[0])).toEqual(['/v26.0/88']);
  });
});
