import { describe, expect, it } from 'vitest';
import { createShiftedClock } from '../../../../test/harness/clock.js';
import { consent, type Decision } from '../../../../test/harness/consent.js';
import { startStub, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox } from '../../../../test/platforms/use-sandbox.js';
import type { EgressRequest } from '../../../egress/safe-fetch.js';
import type { ConnectAnswer, ConnectCandidate } from '../../kit/connect.js';
import type { PlatformSession } from '../../kit/session.js';
import { description, faultsOf } from './description.js';
import { createSubject, realSession } from './support.js';

const dayMs = 24 * 60 * 60_000;
const redirectUri = 'https://punctual.test/connect/pinterest/callback';
const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];
const app = { PINTEREST_CLIENT_ID: 'our-app', PINTEREST_CLIENT_SECRET: 'our-app-secret' };

const clock = createShiftedClock();
const realFetch = useSafeFetch();
const requests: EgressRequest[] = [];
const subject = createSubject(
  (request) => {
    requests.push(request);
    return realFetch(request);
  },
  () => clock.now(),
  app,
);
const redirect = subject.connect?.redirect;
if (redirect === undefined || redirect === null) throw new Error('No way to connect.');

const sandbox = useSandbox({ clock });

const place = () => ({ baseUrl: `${sandbox.url}/pinterest`, sandboxUrl: `${sandbox.url}/pinterest` });
const request = { redirectUri, state: 'state', codeChallenge: null, handle: null };

async function addressAt(at: { baseUrl: string; sandboxUrl?: string }): Promise<URL> {
  const begun = await redirect?.begin(at, request);
  if (begun?.kind !== 'begun') throw new Error(JSON.stringify(begun));
  return new URL(begun.authorizeUrl);
}

async function connected(decision: Decision = {}): Promise<ConnectCandidate> {
  const { searchParams: query } = await consent((await addressAt(place())).toString(), decision);
  const answer = await redirect?.finish(place(), { query, redirectUri, codeVerifier: null }, null);
  const [candidate] = answer?.kind === 'granted' ? answer.candidates : [];
  if (candidate === undefined) throw new Error(JSON.stringify(answer));
  return candidate;
}

const sessionOf = ({ externalAccountId, handle, credentials }: ConnectCandidate): PlatformSession => ({
  externalAccountId,
  handle,
  credentials,
  ...place(),
});

describe('Pinterest’s consent page', () => {
  it('is requested at Pinterest, with commas between the scopes', async () => {
    const { origin, pathname, searchParams } = await addressAt({ baseUrl: description.server });
    expect(origin + pathname).toBe('https://www.pinterest.com/oauth/');
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'our-app',
      redirect_uri: redirectUri,
      scope: scopes.join(','),
      state: 'state',
    });
  });

  it('needs a configured app', () => {
    expect(createSubject(realFetch).connect?.redirect?.missingVariables).toEqual(Object.keys(app));
    expect(redirect.missingVariables).toEqual([]);
  });

  it.each([
    ['another app', { client_id: 'nobody' }],
    ['scopes separated by spaces', { scope: scopes.join(' ') }],
    ['an invalid URL', { redirect_uri: 'javascript:alert(1)' }],
  ])('is not shown for %s', async (_what, change) => {
    const url = await addressAt(place());
    for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
    for (const method of ['GET', 'POST']) {
      expect((await fetch(url, { method, redirect: 'manual' })).status).toBe(400);
    }
  });
});

describe('a grant', () => {
  it('belongs to the selected account, with its name and picture', async () => {
    requests.length = 0;
    const candidate = await connected({ accounts: ['2783136121146311752'] });
    expect(candidate).toMatchObject({
      externalAccountId: '2783136121146311752',
      handle: 'acmehome',
      displayName: 'Acme Home',
      scopes,
      reason: null,
    });
    expect((await fetch(candidate.avatarUrl ?? '')).headers.get('content-type')).toBe('image/svg+xml');
    expect(await subject.check?.(sessionOf(candidate))).toEqual({
      kind: 'alive',
      handle: 'acmehome',
      displayName: 'Acme Home',
      avatarUrl: candidate.avatarUrl,
    });
    expect(requests.flatMap((one) => faultsOf(one, place().baseUrl))).toEqual([]);
    expect(requests).toHaveLength(3);
    expect(requests[0]?.body).toMatch(/\bcontinuous_refresh=true\b/);
  });

  it('lives for sixty days after its last refresh, and its access token for thirty', async () => {
    const candidate = await connected();
    const { tokenExpiresAt, refreshBy, reconnectBy } = candidate.life;
    const daysUntil = (date: Date | null): number => ((date?.getTime() ?? 0) - clock.now().getTime()) / dayMs;
    expect(daysUntil(tokenExpiresAt)).toBeCloseTo(30, 1);
    expect(daysUntil(refreshBy)).toBeCloseTo(60, 1);
    expect(reconnectBy).toBeNull();
    clock.shiftMs += 40 * dayMs;
    expect((await subject.check?.(sessionOf(candidate)))?.kind).toBe('auth-expired');
    const refreshed = await subject.refresh(sessionOf(candidate));
    if (refreshed.kind !== 'refreshed') throw new Error(JSON.stringify(refreshed));
    expect(daysUntil(refreshed.life?.refreshBy ?? null)).toBeCloseTo(60, 1);
    expect(refreshed.scopes).toEqual(scopes);
    const { credentials } = refreshed;
    expect(credentials['refreshToken']).not.toBe(candidate.credentials['refreshToken']);
    clock.shiftMs += 40 * dayMs;
    // The old refresh token has expired, and the new one has not.
    expect((await subject.refresh(sessionOf(candidate))).kind).toBe('auth-revoked');
    expect((await subject.refresh({ ...sessionOf(candidate), credentials })).kind).toBe('refreshed');
  });

  it('cannot be revoked by an app', async () => {
    const session = sessionOf(await connected());
    expect(await subject.revoke?.(session)).toEqual({ kind: 'not-supported' });
    expect((await subject.check?.(session))?.kind).toBe('alive');
  });
});

describe('the token endpoint of the sandbox', () => {
  const ask = async (form: Record<string, string>, basic = 'sandbox-client:sandbox-client-secret') => {
    const answer = await fetch(`${place().baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(basic)}` },
      body: new URLSearchParams(form),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const refresh = { grant_type: 'refresh_token', refresh_token: 'sandbox-refresh:77' };

  it('accepts only the credentials of its own app', async () => {
    expect(await ask(refresh, 'sandbox-client:guessed')).toMatchObject({ status: 401, body: { code: 2 } });
    expect(await ask(refresh)).toMatchObject({ status: 200 });
  });

  it('responds to a code with the fields that Pinterest documents', async () => {
    const back = await consent((await addressAt(place())).toString());
    const code = back.searchParams.get('code') ?? '';
    const answer = await ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
    expect(description.answers['OauthAccessTokenResponseCode']).toEqual(
      expect.arrayContaining(Object.keys(answer.body)),
    );
    expect(answer).toMatchObject({ status: 200, body: { response_type: 'authorization_code' } });
  });

  it('refuses other kinds of grants', async () => {
    expect(await ask({ grant_type: 'password' })).toMatchObject({ status: 400 });
  });
});

describe('a response of Pinterest to a request for tokens', () => {
  const tokens = {
    access_token: 'pina_new',
    token_type: 'bearer',
    expires_in: 2_592_000,
    refresh_token: 'pinr_new',
    refresh_token_expires_in: 5_184_000,
    scope: scopes.join(','),
  };
  const account = {
    id: '77',
    username: 'pins',
    account_type: 'PINNER',
    profile_image: 'https://i.test/a.jpg',
  };
  const ok = (body: object): StubAnswer => ({ status: 200, body });
  const error = (status: number, code: number, message: string, headers = {}): StubAnswer => ({
    status,
    body: { code, message },
    headers,
  });
  const denied = (word: string): object => ({ kind: 'denied', code: word });
  const code = 'code-of-this-grant';

  async function finish(
    token: StubAnswer,
    user: StubAnswer = ok(account),
  ): Promise<ConnectAnswer | undefined> {
    await using stub = await startStub(({ url }) => (url === '/oauth/token' ? token : user));
    const grant = { query: new URLSearchParams({ code }), redirectUri, codeVerifier: null };
    const answer = await redirect?.finish({ baseUrl: stub.url }, grant, null);
    const [exchange, ...others] = stub.requests;
    expect(exchange?.headers.authorization).toBe(`Basic ${btoa('our-app:our-app-secret')}`);
    expect(others.map(({ url }) => url)).toEqual(token.body === tokens ? ['/user_account'] : []);
    const shown = JSON.stringify(answer?.kind === 'granted' ? '' : answer);
    expect(shown).not.toMatch(/our-app-secret|code-of-this-grant|pin[ar]_new/);
    return answer;
  }

  it.each<[StubAnswer, object]>([
    [error(401, 283, 'The authorization grant is invalid'), denied('CODE_REFUSED')],
    [error(400, 1, `The authorization code is invalid: ${code}`), denied('CODE_REFUSED')],
    [error(401, 2, 'Authentication failed. our-app-secret'), denied('PLATFORM_REJECTED')],
    [error(400, 1, 'Invalid redirect_uri.'), denied('PLATFORM_REJECTED')],
    [error(403, 29, 'Your app has been suspended.'), denied('PLATFORM_REJECTED')],
    [error(429, 8, 'Too many', { 'x-ratelimit-reset': '4' }), { kind: 'rate-limited', retryAfterMs: 4_000 }],
    [error(429, 8, 'Too many'), { kind: 'rate-limited', retryAfterMs: null }],
    [error(500, 283, 'The authorization grant is invalid'), { kind: 'ambiguous' }],
    [{ status: 401, body: '<html>' }, { kind: 'ambiguous' }],
    [ok({ ...tokens, refresh_token: undefined }), denied('PLATFORM_REJECTED')],
  ])('is mapped to the right result for a code: %o', async (answer, expected) => {
    expect(await finish(answer)).toMatchObject(expected);
  });

  it.each<[StubAnswer, object]>([
    [
      ok(account),
      {
        kind: 'granted',
        candidates: [{ externalAccountId: '77', handle: 'pins', displayName: null, scopes }],
      },
    ],
    [
      ok({ ...account, business_name: 'Acme', profile_image: '' }),
      { kind: 'granted', candidates: [{ displayName: 'Acme', avatarUrl: null }] },
    ],
    [error(401, 2, 'Authentication failed. pina_new'), { kind: 'auth-expired' }],
    [error(403, 29, 'You are not permitted.'), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [error(500, 0, 'Sorry'), { kind: 'ambiguous' }],
    [ok({ username: 'pins' }), { kind: 'ambiguous' }],
  ])('is mapped to the right result for the account: %o', async (answer, expected) => {
    expect(await finish(ok(tokens), answer)).toMatchObject(expected);
  });

  it('may lack a new refresh token: then the old one is used before the access token expires', async () => {
    const { access_token, token_type, expires_in } = tokens;
    await using stub = await startStub(() => ok({ access_token, token_type, expires_in }));
    const refreshed = await subject.refresh(realSession(stub.url));
    if (refreshed.kind !== 'refreshed') throw new Error(JSON.stringify(refreshed));
    expect(refreshed.credentials).toMatchObject({ refreshToken: 'pinr_refresh' });
    expect(refreshed.life?.refreshBy).toEqual(refreshed.life?.tokenExpiresAt);
  });

  it.each([1e11, 1e16, 0, 'soon'])('may set a token lifetime of %j seconds', async (life) => {
    await using stub = await startStub(() => ok({ ...tokens, refresh_token_expires_in: life }));
    const refreshed = await subject.refresh(realSession(stub.url));
    if (refreshed.kind !== 'refreshed') throw new Error(JSON.stringify(refreshed));
    const { tokenExpiresAt, refreshBy } = refreshed.life ?? {};
    // The same lifetimes as without any in the response: 60 days, and 30 for the access token.
    const apartMs = (refreshBy?.getTime() ?? 0) - (tokenExpiresAt?.getTime() ?? 0);
    // Both times are computed from the current time, one shortly after the other.
    expect(Math.round(apartMs / 1000)).toBe(30 * 86_400);
  });
});
