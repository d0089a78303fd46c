import { afterAll, describe, expect, it } from 'vitest';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import type { PlatformSession } from '../../src/platforms/kit/platform.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { connector, startStub, textPost, type StubAnswer } from './support.js';

const now = new Date('2026-11-21T12:00:00Z');
const inSeconds = (seconds: number): string => String(now.getTime() / 1000 + seconds);
const safeFetch = createSafeFetch();
const platforms = createPlatforms({
  fetchFor: () => safeFetch,
  clock: { now: () => now },
  x: { clientId: 'client', clientSecret: 'client-secret' },
});
afterAll(() => safeFetch[Symbol.asyncDispose]());

const credentials = {
  BLUESKY: { accessJwt: 'access-jwt', refreshJwt: 'refresh-jwt' },
  X: { accessToken: 'x-access', refreshToken: 'x-refresh' },
  THREADS: { accessToken: 'threads-access' },
};
type Connected = keyof typeof credentials;

function session(name: Connected, baseUrl: string): PlatformSession {
  return { externalAccountId: 'did:plc:1', handle: '@some.one', baseUrl, credentials: credentials[name] };
}

const states = {
  BLUESKY: { rkey: '3kabc', createdAt: now.toISOString(), text: 'hi', facets: [], reply: null },
  X: {},
  THREADS: { containerId: '77', fields: {} },
};
const replyTo = { externalPostId: '42', reference: null };

/** What the connector makes of one answer to its committing call. */
async function commitAgainst(name: Connected, answer: StubAnswer, isReply = false) {
  await using stub = await startStub(() => answer);
  const publication = textPost('hi', isReply ? { replyTo } : {});
  return await connector(platforms, name).commit(session(name, stub.url), publication, states[name]);
}

const xProblem = (detail: string, type = 'about:blank') => ({
  detail,
  type,
  title: 'Forbidden',
  status: 403,
});

describe('X', () => {
  it.each([
    [{ status: 401, body: { title: 'Unauthorized', status: 401 } }, { kind: 'auth-expired' }],
    [
      { status: 403, body: xProblem('You are not allowed to create a Tweet with duplicate content.') },
      { kind: 'duplicate' },
    ],
    [
      { status: 403, body: { errors: [{ code: 187, message: 'Status is a duplicate.' }] } },
      { kind: 'duplicate', message: 'Status is a duplicate.' },
    ],
    [
      { status: 403, body: xProblem('You are not permitted to post a video longer than 2 minutes.') },
      { kind: 'rejected', code: 'MEDIA_REJECTED' },
    ],
    [
      { status: 403, body: xProblem('No', 'https://api.twitter.com/2/problems/client-forbidden') },
      { kind: 'rejected', code: 'PERMISSION_MISSING' },
    ],
    [
      { status: 403, body: xProblem('Suspended.') },
      { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'Suspended.' },
    ],
    [
      { status: 400, body: { errors: [{ message: 'bad text' }] } },
      { kind: 'rejected', message: 'bad text' },
    ],
    [
      { status: 429, headers: { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': inSeconds(90) } },
      { kind: 'rate-limited', retryAfterMs: 90_000 },
    ],
    [
      { status: 429, headers: { 'x-rate-limit-remaining': '12', 'x-rate-limit-reset': inSeconds(90) } },
      { kind: 'rate-limited', retryAfterMs: 30 * 60_000, code: 'PLATFORM_QUOTA_EXCEEDED' },
    ],
    [{ status: 429 }, { kind: 'rate-limited', retryAfterMs: null }],
    [
      {
        status: 429,
        headers: {
          'x-rate-limit-remaining': '12',
          'x-rate-limit-reset': inSeconds(90),
          'x-user-limit-24hour-remaining': '0',
          'x-user-limit-24hour-reset': inSeconds(72_000),
          'x-app-limit-24hour-remaining': '5',
          'x-app-limit-24hour-reset': inSeconds(80_000),
        },
      },
      { kind: 'rate-limited', retryAfterMs: 72_000_000 },
    ],
    [
      {
        status: 429,
        body: { ...xProblem('Monthly', 'https://api.twitter.com/2/problems/usage-capped'), status: 429 },
        headers: { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': inSeconds(90) },
      },
      { kind: 'rate-limited', retryAfterMs: 30 * 60_000, code: 'PLATFORM_QUOTA_EXCEEDED' },
    ],
    [
      { status: 402, body: { title: 'CreditsDepleted', status: 402 } },
      { kind: 'rate-limited', retryAfterMs: 30 * 60_000, code: 'PLATFORM_QUOTA_EXCEEDED' },
    ],
    [
      { status: 402, headers: { 'retry-after': '7' } },
      { kind: 'rate-limited', retryAfterMs: 7_000, code: 'PLATFORM_QUOTA_EXCEEDED' },
    ],
    [{ status: 500, body: { title: 'Internal' } }, { kind: 'ambiguous' }],
    [{ status: 200, body: { errors: [{ message: 'partial' }] } }, { kind: 'ambiguous' }],
  ])('%o', async (answer, expected) => {
    expect(await commitAgainst('X', answer)).toMatchObject(expected);
  });

  it('tells a closed conversation from other refusals', async () => {
    const answer = { status: 403, body: xProblem('Reply to this conversation is not allowed.') };
    expect(await commitAgainst('X', answer, true)).toMatchObject({ code: 'COMMENTS_DISABLED' });
    expect(await commitAgainst('X', answer)).toMatchObject({ code: 'PLATFORM_REJECTED' });
  });

  it('sends the documented request and links to the real site', async () => {
    await using stub = await startStub(() => ({ status: 201, body: { data: { id: '9', text: 'hi' } } }));
    const options = { replySettings: 'verified', madeWithAi: true };
    const x = connector(platforms, 'X');
    const answer = await x.commit(session('X', stub.url), textPost('hi', { options, replyTo }), {});
    expect(answer).toMatchObject({ published: { externalUrl: 'https://x.com/some.one/status/9' } });
    expect(stub.requests[0]).toMatchObject({ method: 'POST', url: '/2/tweets' });
    expect(stub.requests[0]?.headers.authorization).toBe('Bearer x-access');
    expect(JSON.parse(stub.requests[0]?.body ?? '')).toEqual({
      text: 'hi',
      reply_settings: 'verified',
      made_with_ai: true,
      reply: { in_reply_to_tweet_id: '42' },
    });
  });

  it.each([
    [{ status: 400, body: { error: 'invalid_grant' } }, { kind: 'auth-revoked' }],
    [
      {
        status: 400,
        body: { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
      },
      { kind: 'auth-revoked' },
    ],
    [
      { status: 401, body: { error: 'invalid_client' } },
      { kind: 'rejected', code: 'PERMISSION_MISSING' },
    ],
    [{ status: 401, body: '<html>' }, { kind: 'ambiguous' }],
    [
      { status: 200, body: { access_token: 'new', refresh_token: 'newer' } },
      { kind: 'refreshed', credentials: { accessToken: 'new', refreshToken: 'newer' } },
    ],
    [
      { status: 200, body: { access_token: 'new' } },
      { kind: 'refreshed', credentials: { accessToken: 'new', refreshToken: 'x-refresh' } },
    ],
  ])('refresh: %o', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    expect(await connector(platforms, 'X').refresh(session('X', stub.url))).toMatchObject(expected);
    expect(stub.requests[0]?.headers.authorization).toBe(`Basic ${btoa('client:client-secret')}`);
    expect(stub.requests[0]?.body).toBe('grant_type=refresh_token&refresh_token=x-refresh');
  });

  it('refreshes as a public client where there is no secret', async () => {
    await using stub = await startStub(() => ({ status: 503 }));
    const publicClient = createPlatforms({
      fetchFor: () => safeFetch,
      clock: { now: () => now },
      x: { clientId: 'client' },
    });
    await connector(publicClient, 'X').refresh(session('X', stub.url));
    expect(stub.requests[0]?.headers.authorization).toBeUndefined();
    expect(stub.requests[0]?.body).toBe('grant_type=refresh_token&refresh_token=x-refresh&client_id=client');
  });
});

describe('Threads', () => {
  const graphError = (code: number, more: object = {}): StubAnswer => ({
    status: 400,
    body: { error: { message: 'words', type: 'OAuthException', code, ...more } },
  });
  const usage = { id: [{ type: 'threads', estimated_time_to_regain_access: 3 }] };

  it.each([
    [graphError(190), { kind: 'auth-expired' }],
    [graphError(190, { error_subcode: 463 }), { kind: 'auth-expired' }],
    [graphError(190, { error_subcode: 458 }), { kind: 'auth-revoked' }],
    [graphError(4), { kind: 'rate-limited', retryAfterMs: null }],
    [
      { ...graphError(32), headers: { 'retry-after': '7' } },
      { kind: 'rate-limited', retryAfterMs: 7_000 },
    ],
    [
      { ...graphError(80_002), headers: { 'x-business-use-case-usage': JSON.stringify(usage) } },
      { kind: 'rate-limited', retryAfterMs: 180_000 },
    ],
    [graphError(4, { error_subcode: 2_207_051 }), { kind: 'rejected', code: 'PLATFORM_REJECTED' }],
    [graphError(10), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [graphError(200), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [graphError(100), { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'words' }],
    [graphError(1), { kind: 'ambiguous' }],
    [graphError(2, { is_transient: true }), { kind: 'ambiguous' }],
    [graphError(100, { is_transient: true }), { kind: 'ambiguous' }],
    [graphError(24, { error_subcode: 2_207_008 }), { kind: 'prepare-again' }],
    [graphError(9007, { error_subcode: 2_207_027 }), { kind: 'not-sent' }],
  ])('%o', async (answer, expected) => {
    expect(await commitAgainst('THREADS', answer)).toMatchObject(expected);
  });

  it.each([
    ['FINISHED', { kind: 'ready' }, { kind: 'absent' }],
    ['IN_PROGRESS', { kind: 'pending', checkAfterMs: null }, { kind: 'ambiguous' }],
    ['EXPIRED', { kind: 'prepare-again' }, { kind: 'absent' }],
    ['ERROR', { kind: 'rejected', message: 'The container is ERROR: why.' }, { kind: 'absent' }],
    ['PUBLISHED', { kind: 'ambiguous' }, { kind: 'ambiguous' }],
  ])('container %s', async (status, readiness, lookup) => {
    const container = {
      status: 200,
      body: { id: '77', status, ...(status === 'ERROR' ? { error_message: 'why' } : {}) },
    };
    await using stub = await startStub(({ url }) =>
      url.includes('/me/threads') ? { status: 200, body: { data: [] } } : container,
    );
    const threads = connector(platforms, 'THREADS');
    const there = session('THREADS', stub.url);
    expect(await threads.checkReadiness(there, textPost('hi'), states.THREADS)).toMatchObject(readiness);
    const search = { since: now, takenIds: new Set<string>() };
    expect(await threads.findPublished(there, textPost('hi'), states.THREADS, search)).toMatchObject(lookup);
  });

  it('makes a new container of an edited text, and sends the options', async () => {
    await using stub = await startStub(() => ({ status: 200, body: { id: '78' } }));
    const options = {
      replyControl: 'mentioned_only',
      topicTag: 'news',
      linkAttachment: 'https://example.com/',
    };
    const earlier = { containerId: '77', fields: { media_type: 'TEXT', text: 'before' } };
    const answer = await connector(platforms, 'THREADS').prepare(
      session('THREADS', stub.url),
      textPost('after', { options }),
      earlier,
    );
    expect(answer).toMatchObject({ kind: 'prepared', state: { containerId: '78' } });
    const made = stub.requests.find(({ method }) => method === 'POST');
    expect(Object.fromEntries(new URLSearchParams(made?.body))).toEqual({
      media_type: 'TEXT',
      text: 'after',
      reply_control: 'mentioned_only',
      topic_tag: 'news',
      link_attachment: 'https://example.com/',
      access_token: 'threads-access',
    });
  });
});

describe('Bluesky', () => {
  const error = (status: number, name: string, headers?: Record<string, string>): StubAnswer => ({
    status,
    body: { error: name, message: 'words' },
    ...(headers === undefined ? {} : { headers }),
  });

  it.each([
    [error(400, 'ExpiredToken'), { kind: 'auth-expired' }],
    [error(401, 'AuthMissing'), { kind: 'auth-expired' }],
    [error(401, 'AccountTakedown'), { kind: 'auth-revoked' }],
    [
      error(400, 'InvalidRequest'),
      { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'InvalidRequest: words' },
    ],
    [
      error(429, 'RateLimitExceeded', { 'ratelimit-reset': inSeconds(30) }),
      { kind: 'rate-limited', retryAfterMs: 30_000 },
    ],
    [error(500, 'InternalServerError'), { kind: 'ambiguous' }],
  ])('%o', async (answer, expected) => {
    expect(await commitAgainst('BLUESKY', answer)).toMatchObject(expected);
  });

  it.each(['ExpiredToken', 'InvalidToken', 'AccountTakedown'])(
    'refresh refused by %s is final',
    async (name) => {
      await using stub = await startStub(() => error(400, name));
      const answer = await connector(platforms, 'BLUESKY').refresh(session('BLUESKY', stub.url));
      expect(answer.kind).toBe('auth-revoked');
      expect(stub.requests[0]?.headers.authorization).toBe('Bearer refresh-jwt');
    },
  );

  it('sends options, and links to the network’s own site', async () => {
    await using stub = await startStub(() => ({
      status: 200,
      body: { uri: 'at://did:plc:1/app.bsky.feed.post/3kabc', cid: 'c' },
    }));
    const options = { langs: ['de', 'en-GB'], labels: ['nudity'], tags: ['one'] };
    const bluesky = connector(platforms, 'BLUESKY');
    const answer = await bluesky.commit(
      session('BLUESKY', stub.url),
      textPost('hi', { options }),
      states.BLUESKY,
    );
    expect(answer).toMatchObject({
      published: {
        externalUrl: 'https://bsky.app/profile/did:plc:1/post/3kabc',
        reference: { cid: 'c', root: { cid: 'c' } },
      },
    });
    expect(JSON.parse(stub.requests[0]?.body ?? '')).toMatchObject({
      repo: 'did:plc:1',
      collection: 'app.bsky.feed.post',
      rkey: '3kabc',
      record: {
        langs: ['de', 'en-GB'],
        labels: { $type: 'com.atproto.label.defs#selfLabels', values: [{ val: 'nudity' }] },
        tags: ['one'],
      },
    });
  });

  it('keeps the key and the time of an edited text, so that a lost first try is still found', async () => {
    await using stub = await startStub(() => error(500, 'InternalServerError'));
    const there = session('BLUESKY', stub.url);
    const answer = await connector(platforms, 'BLUESKY').prepare(
      there,
      textPost('edited #tag'),
      states.BLUESKY,
    );
    const { rkey, createdAt } = states.BLUESKY;
    const facets = [{ index: { byteStart: 7, byteEnd: 11 } }];
    expect(answer).toMatchObject({
      kind: 'prepared',
      state: { rkey, createdAt, text: 'edited #tag', facets },
    });
  });

  it('leaves a mention plain when nobody has that name, and waits when asked to', async () => {
    const publication = textPost('hi @nobody.example.com');
    await using unknown = await startStub(() => error(400, 'InvalidRequest'));
    const plain = await connector(platforms, 'BLUESKY').prepare(
      session('BLUESKY', unknown.url),
      publication,
      null,
    );
    expect(plain).toMatchObject({ kind: 'prepared', state: { facets: [] } });
    await using busy = await startStub(() => error(429, 'RateLimitExceeded', { 'retry-after': '5' }));
    const later = await connector(platforms, 'BLUESKY').prepare(
      session('BLUESKY', busy.url),
      publication,
      null,
    );
    expect(later).toMatchObject({ kind: 'rate-limited', retryAfterMs: 5_000 });
  });
});

describe('options', () => {
  it.each([
    ['X', { replySettings: 'nobody' }, 'invalid_option'],
    ['X', { poll: {} }, 'invalid_option'],
    ['X', { poll: { options: ['one'], durationMinutes: 60 } }, 'invalid_option'],
    ['X', { poll: { options: ['one', 'x'.repeat(26)], durationMinutes: 60 } }, 'invalid_option'],
    ['X', { poll: { options: ['one', 'two'], durationMinutes: 4 } }, 'invalid_option'],
    ['X', { poll: { options: ['one', 'one'], durationMinutes: 60 } }, 'poll_options_not_unique'],
    ['X', { taggedUserIds: ['not-a-number'] }, 'invalid_option'],
    ['X', { taggedUserIds: ['12'] }, 'tagged_users_without_media'],
    ['X', { shareWithFollowers: true }, 'share_without_community'],
    ['X', { quotePostId: '12' }, 'unknown_option'],
    ['THREADS', { topicTag: 'a.b' }, 'invalid_option'],
    ['THREADS', { linkAttachment: 'javascript:alert(1)' }, 'invalid_option'],
    ['BLUESKY', { langs: ['a', 'b', 'c', 'd'] }, 'invalid_option'],
    ['BLUESKY', { tags: ['x'.repeat(65)] }, 'invalid_option'],
    ['BLUESKY', { label: [] }, 'unknown_option'],
  ] as const)('%s refuses %o', (name, options, rule) => {
    const draft = {
      text: 'hi',
      firstComment: null,
      options: JSON.parse(JSON.stringify(options)) as object,
      media: [],
    };
    const violations = connector(platforms, name).validate({ ...draft, options: { ...draft.options } });
    expect(new Set(violations.map((violation) => violation.rule))).toEqual(new Set([rule]));
    expect(violations[0]?.field).toBe('platformOptions');
  });
});
