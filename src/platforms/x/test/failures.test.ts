import { describe, expect, it } from 'vitest';
import { connectorOf, startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch } from '../../../../test/platforms/use-sandbox.js';
import type { JsonObject } from '../../../domain/json.js';
import type { PlatformSession } from '../../kit/session.js';
import { x as definition } from '../definition.js';

const now = new Date('2026-11-21T12:00:00Z');
const inSeconds = (seconds: number): string => String(now.getTime() / 1000 + seconds);
const safeFetch = useSafeFetch();
const x = connectorOf(definition, {
  fetch: safeFetch,
  now: () => now,
  env: { X_CLIENT_ID: 'client', X_CLIENT_SECRET: 'client-secret' },
});

const credentials = { accessToken: 'x-access', refreshToken: 'x-refresh' };
const state = {};

function session(baseUrl: string): PlatformSession {
  return { externalAccountId: 'did:plc:1', handle: '@some.one', baseUrl, credentials };
}

const replyTo = { externalPostId: '42', reference: null };

const formOf = (body = ''): Record<string, string> => Object.fromEntries(new URLSearchParams(body));

/** Returns the connector's result for one response to its publishing call. */
async function commitAgainst(answer: StubAnswer, isReply = false, options: JsonObject = {}) {
  await using stub = await startStub(() => answer);
  const publication = textPost('hi', isReply ? { replyTo } : { options });
  return await x.commit(session(stub.url), publication, state);
}

const xProblem = (detail: string, type = 'about:blank') => ({
  detail,
  type,
  title: 'Forbidden',
  status: 403,
});

describe('a response of X', () => {
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
      { status: 403, body: xProblem('No', 'https://api.twitter.com/2/problems/oauth1-permissions') },
      { kind: 'rejected', code: 'PERMISSION_MISSING' },
    ],
    [
      { status: 403, body: xProblem('You are not permitted to perform this action.') },
      { kind: 'rejected', code: 'PLATFORM_REJECTED' },
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
  ])('is mapped to the right failure: %o', async (answer, expected) => {
    expect(await commitAgainst(answer)).toMatchObject(expected);
  });

  it('distinguishes a closed conversation from other refusals of a reply', async () => {
    const answer = { status: 403, body: xProblem('Reply to this conversation is not allowed.') };
    expect(await commitAgainst(answer, true)).toMatchObject({ code: 'COMMENTS_DISABLED' });
    expect(await commitAgainst(answer)).toMatchObject({ code: 'PLATFORM_REJECTED' });
  });

  it('is explained if it refuses a post that replies to another, or that quotes one', async () => {
    const unsummoned =
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author.';
    const refusal = (words: string) => ({ status: 403, body: xProblem(words) });
    const replying = await commitAgainst(refusal(unsummoned), false, { replyToPost: '42' });
    expect(replying).toMatchObject({ kind: 'rejected', code: 'PLATFORM_REJECTED' });
    expect(replying).toHaveProperty('message', expect.stringContaining('X lets self-serve apps reply only'));
    const quoting = await commitAgainst(refusal('Not permitted.'), false, { quotePost: '42' });
    expect(quoting).toMatchObject({ kind: 'rejected', code: 'PLATFORM_REJECTED' });
    expect(quoting).toHaveProperty('message', expect.stringMatching(/^Not permitted\. X removed quotes/));
    expect(await commitAgainst(refusal('Not permitted.'))).toHaveProperty('message', 'Not permitted.');
  });

  it('leads to a link to the real site if the request was the documented one', async () => {
    await using stub = await startStub(() => ({ status: 201, body: { data: { id: '9', text: 'hi' } } }));
    const options = { replySettings: 'verified', madeWithAi: true };
    const answer = await x.commit(session(stub.url), textPost('hi', { options, replyTo }), {});
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
  ])('is mapped to the right result of a refresh: %o', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    expect(await x.refresh(session(stub.url))).toMatchObject(expected);
    expect(stub.requests[0]?.headers.authorization).toBe(`Basic ${btoa('client:client-secret')}`);
    expect(formOf(stub.requests[0]?.body)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'x-refresh',
    });
  });

  it('is requested as a public client for a refresh without a secret', async () => {
    await using stub = await startStub(() => ({ status: 503 }));
    await connectorOf(definition, {
      fetch: safeFetch,
      now: () => now,
      env: { X_CLIENT_ID: 'client' },
    }).refresh(session(stub.url));
    expect(stub.requests[0]?.headers.authorization).toBeUndefined();
    expect(formOf(stub.requests[0]?.body)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'x-refresh',
      client_id: 'client',
    });
  });
});

describe('options', () => {
  it.each([
    [{ replySettings: 'nobody' }, 'invalid_option'],
    [{ poll: {} }, 'invalid_option'],
    [{ poll: { options: ['one'], durationMinutes: 60 } }, 'invalid_option'],
    [{ poll: { options: ['one', 'x'.repeat(26)], durationMinutes: 60 } }, 'invalid_option'],
    [{ poll: { options: ['one', 'two'], durationMinutes: 4 } }, 'invalid_option'],
    [{ poll: { options: ['one', 'one'], durationMinutes: 60 } }, 'poll_options_not_unique'],
    [{ taggedUserIds: ['not-a-number'] }, 'invalid_option'],
    [{ taggedUserIds: ['12'] }, 'tagged_users_without_media'],
    [{ shareWithFollowers: true }, 'share_without_community'],
    [{ quotePostId: '12' }, 'unknown_option'],
  ] as const)('%o are refused', (options, rule) => {
    const draft = {
      text: 'hi',
      firstComment: null,
      options: JSON.parse(JSON.stringify(options)) as object,
      media: [],
    };
    const violations = x.validate({ ...draft, options: { ...draft.options } });
    expect(new Set(violations.map((violation) => violation.rule))).toEqual(new Set([rule]));
    expect(violations[0]?.field).toBe('platformOptions');
  });
});
