import { beforeEach, describe, expect, it } from 'vitest';
import { openConsent } from '../../../../test/harness/consent.js';
import { expectNotInAddresses, granted, useLogin } from '../../../../test/platforms/login-bench.js';
import {
  startStub,
  type Stub,
  type StubAnswer,
  type StubRequest,
} from '../../../../test/platforms/support.js';
import type { ConnectCandidate } from '../../kit/connect.js';
import { instagram } from '../definition.js';

const bench = useLogin(instagram);
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const personal = '17841400000000003';
const all = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_insights',
];
const without = (scope: string): string[] => all.filter((name) => name !== scope);

async function connected(): Promise<ConnectCandidate> {
  const [candidate] = await bench.candidates();
  if (candidate === undefined) throw new Error('Nothing is granted.');
  return candidate;
}

describe('an account', () => {
  it('has a name, a picture that loads, and permissions', async () => {
    const candidate = await connected();
    expect(candidate).toMatchObject({
      // The number beside the first token was parsed as a double, which has lost its last digits.
      externalAccountId: '17841400000000001',
      handle: 'punctual.sandbox',
      displayName: 'Sandbox on Instagram',
      scopes: all,
      reason: null,
    });
    expect((await fetch(candidate.avatarUrl ?? '')).status).toBe(200);
  });

  it('is listed as personal, with the reason why it cannot be connected', async () => {
    const { accounts } = await openConsent(await bench.authorizeUrl());
    expect(accounts).toContain(personal);
    const [candidate] = await bench.candidates({ accounts: [personal] });
    expect(candidate).toMatchObject({ externalAccountId: personal, reason: 'WRONG_ACCOUNT_TYPE' });
  });

  it('lacks the permissions that the user denied', async () => {
    const [candidate] = await bench.candidates({ scopes: without('instagram_business_content_publish') });
    expect(candidate?.scopes).toEqual(without('instagram_business_content_publish'));
    expect(await bench.grant({ scopes: without('instagram_business_basic') })).toMatchObject({
      kind: 'denied',
      code: 'PERMISSION_MISSING',
    });
  });
});

describe('a token', () => {
  it('lives for 60 days, and can be refreshed after one day', async () => {
    const before = bench.clock.now().getTime();
    const { life } = await connected();
    expect(life.reconnectBy).toBeNull();
    expect(life.tokenExpiresAt).toEqual(life.refreshBy);
    expect(life.refreshBy?.getTime()).toBeGreaterThan(before + 60 * dayMs - hourMs);
    expect(life.refreshNotBefore?.getTime()).toBeGreaterThanOrEqual(before + dayMs);
  });

  it('is not revoked if it is too young to be refreshed, and is refreshed the day after', async () => {
    const session = bench.sessionOf(await connected());
    bench.clock.shiftMs += 23 * hourMs;
    expect((await bench.platform.refresh(session)).kind).toBe('rate-limited');
    expect((await bench.platform.check?.(session))?.kind).toBe('alive');
    bench.clock.shiftMs += 2 * hourMs;
    const answer = await bench.platform.refresh(session);
    expect(answer.kind).toBe('refreshed');
    const life = answer.kind === 'refreshed' ? answer.life : undefined;
    expect(life?.refreshBy?.getTime()).toBeGreaterThan(bench.clock.now().getTime() + 59 * dayMs);
  });

  it('is refused everywhere after 60 days without a refresh', async () => {
    const session = bench.sessionOf(await connected());
    bench.clock.shiftMs += 60 * dayMs + 1_000;
    expect((await bench.platform.check?.(session))?.kind).toBe('auth-expired');
    expect((await bench.platform.choices?.read(session))?.kind).toBe('auth-expired');
    expect((await bench.platform.refresh(session)).kind).toBe('auth-revoked');
  });

  it('can be ended only by its owner', async () => {
    const session = bench.sessionOf(await connected());
    expect(await bench.platform.revoke?.(session)).toEqual({ kind: 'not-supported' });
    expect((await bench.platform.check?.(session))?.kind).toBe('alive');
  });
});

const graphRefusal = (code: number, subcode?: number, message = 'words', status = 400) => ({
  status,
  body: { error: { message, type: 'OAuthException', code, error_subcode: subcode } },
});

describe('a refresh that is refused', () => {
  const me = { status: 200, body: { user_id: '7', username: 'a' } };
  it.each([
    ['no reason is given, and the token works', graphRefusal(190), me, 'rate-limited', 2],
    ['no reason is given, and the token is dead', graphRefusal(190), graphRefusal(190), 'auth-revoked', 2],
    ['the token has expired', graphRefusal(190, 463), me, 'auth-revoked', 1],
    ['the token is invalid', graphRefusal(190, 467), me, 'auth-revoked', 1],
    ['the app was removed', graphRefusal(190, 458), me, 'auth-revoked', 1],
    ['a checkpoint is required', graphRefusal(190, 459), me, 'auth-revoked', 1],
    ['the password was changed', graphRefusal(190, 460), me, 'auth-revoked', 1],
    ['a permission is missing', graphRefusal(10), me, 'rejected', 1],
    ['the rate is limited', graphRefusal(4), me, 'rate-limited', 1],
    ['the server has an error', graphRefusal(2, undefined, 'oops', 500), me, 'ambiguous', 1],
  ] as [string, StubAnswer, StubAnswer, string, number][])(
    'shows whether the token is dead: %s',
    async (_what, refused, asked, kind, calls) => {
      await using stub = await startStub(({ url }) =>
        url.startsWith('/refresh_access_token') ? refused : asked,
      );
      const session = {
        externalAccountId: '7',
        handle: 'a',
        credentials: { accessToken: 'a-token' },
        baseUrl: stub.url,
      };
      expect((await bench.platform.refresh(session)).kind).toBe(kind);
      expect(stub.requests).toHaveLength(calls);
    },
  );
});

describe('the requests', () => {
  beforeEach(() => bench.sent.splice(0));

  it('go to the URLs that Instagram documents', async () => {
    await bench.candidates();
    const calls = bench.sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
    expect(calls).toEqual([
      'POST /instagram/oauth/access_token',
      'GET /instagram/access_token',
      'GET /instagram/v26.0/me',
    ]);
  });

  it('have the code in no URL, and the app secret only where it is documented', async () => {
    await bench.candidates();
    const [exchange, , ...others] = bench.sent;
    const code =
      new URLSearchParams(typeof exchange?.body === 'string' ? exchange.body : '').get('code') ?? '';
    expect(code).not.toBe('');
    // Meta accepts the exchange for a long-lived token only as a GET request.
    expectNotInAddresses(
      [...(exchange === undefined ? [] : [exchange]), ...others],
      ['sandbox-client-secret'],
    );
    expectNotInAddresses(bench.sent, [code]);
  });
});

/** Starts a stub of Instagram's servers with what a grant needs. `answers` replaces some of its responses. */
function instagramWith(answers: Record<string, (request: StubRequest) => StubAnswer>): Promise<Stub> {
  const usual: typeof answers = {
    '/oauth/access_token': () => ({ status: 200, body: { access_token: 'short-token', user_id: 7 } }),
    '/access_token': () => ({ status: 200, body: { access_token: 'long-token', expires_in: 60 } }),
    '/v26.0/me': () => ({ status: 200, body: { user_id: '7', username: 'a' } }),
  };
  return startStub((request) => {
    const { pathname } = new URL(request.url, 'http://stub');
    return (answers[pathname] ?? usual[pathname])?.(request) ?? { status: 404 };
  });
}

describe('the response to a code', () => {
  it.each([
    ['with a list around it', { data: [{ access_token: 'short-token', permissions: all.join(',') }] }, all],
    ['with permissions in a list', { access_token: 'short-token', permissions: all }, all],
    ['without permissions', { access_token: 'short-token' }, null],
  ])('is read %s', async (_what, body, scopes) => {
    await using stub = await instagramWith({ '/oauth/access_token': () => ({ status: 200, body }) });
    expect(granted(await bench.finishAt(stub))).toMatchObject([{ externalAccountId: '7', scopes }]);
    const form = new URLSearchParams(stub.requests[0]?.body);
    expect(Object.fromEntries(form)).toEqual({
      client_id: 'sandbox-client',
      client_secret: 'sandbox-client-secret',
      grant_type: 'authorization_code',
      redirect_uri: 'http://127.0.0.1:3000/connect/test/callback',
      code: 'the-code',
    });
    expect(new URL(stub.requests[1]?.url ?? '', stub.url).searchParams.get('access_token')).toBe(
      'short-token',
    );
  });

  it('lives for 60 days if the second exchange does not say how long', async () => {
    const body = { access_token: 'long-token' };
    await using stub = await instagramWith({ '/access_token': () => ({ status: 200, body }) });
    const [candidate] = granted(await bench.finishAt(stub));
    expect(candidate?.credentials).toEqual({ accessToken: 'long-token' });
    expect(candidate?.life.refreshBy?.getTime()).toBeGreaterThan(bench.clock.now().getTime() + 59 * dayMs);
  });

  const refusal = (words: string, status = 400) => ({
    status,
    body: { error_type: 'OAuthException', code: 400, error_message: words },
  });
  it.each([
    [refusal('Matching code was not found or was already used'), { kind: 'denied', code: 'CODE_REFUSED' }],
    [refusal('This authorization code has been used'), { kind: 'denied', code: 'CODE_REFUSED' }],
    [refusal('This authorization code has expired'), { kind: 'denied', code: 'CODE_REFUSED' }],
    [refusal('Invalid authorization code', 200), { kind: 'denied', code: 'CODE_REFUSED' }],
    [refusal('Error validating verification code.'), { kind: 'denied', code: 'PLATFORM_REJECTED' }],
    [refusal('Invalid platform app'), { kind: 'denied', code: 'PLATFORM_REJECTED' }],
    [
      graphRefusal(101, undefined, 'Error validating application.'),
      { kind: 'denied', code: 'PLATFORM_REJECTED' },
    ],
    [refusal('Application request limit reached', 429), { kind: 'rate-limited' }],
    [refusal('An unexpected error', 500), { kind: 'ambiguous' }],
    [{ status: 200, body: '<html>' }, { kind: 'ambiguous' }],
  ] as [StubAnswer, object][])('may be an error: %j', async (answer, expected) => {
    await using stub = await instagramWith({ '/oauth/access_token': () => answer });
    expect(await bench.finishAt(stub)).toMatchObject(expected);
    expect(stub.requests).toHaveLength(1);
  });

  it.each([
    ['/access_token', graphRefusal(10), { kind: 'denied', code: 'PERMISSION_MISSING' }],
    ['/access_token', graphRefusal(452), { kind: 'rejected' }],
    ['/access_token', graphRefusal(2, undefined, 'oops', 500), { kind: 'ambiguous' }],
    ['/v26.0/me', graphRefusal(200), { kind: 'denied', code: 'PERMISSION_MISSING' }],
    ['/v26.0/me', graphRefusal(4, undefined, 'slow', 429), { kind: 'rate-limited' }],
    ['/v26.0/me', { status: 200, body: {} }, { kind: 'ambiguous' }],
  ] as [string, StubAnswer, object][])(
    'is followed by an error of %s: %j',
    async (path, answer, expected) => {
      await using stub = await instagramWith({ [path]: () => answer });
      expect(await bench.finishAt(stub)).toMatchObject(expected);
    },
  );

  it('is shown without secrets, whatever the platform repeats', async () => {
    const repeat = ({ url }: StubRequest) => graphRefusal(100, undefined, `Sent: ${decodeURIComponent(url)}`);
    await using stub = await instagramWith({ '/access_token': repeat });
    const answer = await bench.finishAt(stub);
    expect(answer).toHaveProperty('message', expect.stringContaining('[redacted]'));
    expect(JSON.stringify(answer)).not.toMatch(/sandbox-client-secret|short-token/);
  });
});
