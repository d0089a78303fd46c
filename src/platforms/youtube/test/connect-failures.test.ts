import { describe, expect, it } from 'vitest';
import { startStub, type StubAnswer, type StubRequest } from '../../../../test/platforms/support.js';
import type { PlatformSession } from '../../kit/session.js';
import { createConnector, googleError } from './support.js';

const now = new Date('2026-11-22T12:00:00Z');
const redirectUri = 'https://punctual.test/connect/youtube/callback';
const code = 'code-of-this-grant';

const connectorAt = (url: string) =>
  createConnector(() => now, {
    YOUTUBE_OAUTH_URL: url,
    YOUTUBE_CLIENT_ID: 'our-app',
    YOUTUBE_CLIENT_SECRET: 'our-app-secret',
  });

/** Google's response to a refresh: the refresh token stays the same. */
const renewed = {
  access_token: 'ya29.access',
  expires_in: 3599,
  scope: ['upload', 'readonly', 'force-ssl']
    .map((name) => `https://www.googleapis.com/auth/youtube.${name}`)
    .join(' '),
  token_type: 'Bearer',
};
const tokens = { ...renewed, refresh_token: '1//refresh' };
const channel = {
  id: 'UC0000000000000000000001',
  snippet: {
    title: 'Videos',
    customUrl: '@videos',
    thumbnails: { default: { url: 'https://yt3.test/a.jpg' } },
  },
};
const ok = (body: unknown): StubAnswer => ({ status: 200, body });
const oauthError = (status: number, error: string, description = 'Bad Request'): StubAnswer => ({
  status,
  body: { error, error_description: description },
});

interface Answers {
  token?: StubAnswer;
  channels?: StubAnswer;
}

async function finish({ token = ok(tokens), channels = ok({ items: [channel] }) }: Answers) {
  await using stub = await startStub(({ url }) => (url === '/token' ? token : channels));
  const redirect = connectorAt(stub.url).connect?.redirect;
  const grant = { query: new URLSearchParams({ code }), redirectUri, codeVerifier: 'v'.repeat(43) };
  const answer = await redirect?.finish({ baseUrl: stub.url }, grant, null);
  expect(JSON.stringify(answer?.kind === 'granted' ? '' : answer)).not.toMatch(
    /our-app-secret|code-of-this-grant|ya29|1\/\/refresh|vvvv/,
  );
  return { answer, requests: stub.requests };
}

const denied = (word: string): object => ({ kind: 'denied', code: word });

describe('the exchange of a code', () => {
  it('sends the app credentials and the verifier in the body', async () => {
    const { requests } = await finish({});
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
    expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: 'v'.repeat(43),
      client_id: 'our-app',
      client_secret: 'our-app-secret',
    });
  });

  it.each<[StubAnswer, object]>([
    [oauthError(400, 'invalid_grant'), denied('CODE_REFUSED')],
    [oauthError(400, 'invalid_grant', 'Malformed auth code.'), denied('CODE_REFUSED')],
    [oauthError(400, 'invalid_grant', `Invalid code verifier. ${code}`), denied('CODE_REFUSED')],
    [oauthError(400, 'redirect_uri_mismatch'), denied('PLATFORM_REJECTED')],
    [oauthError(401, 'invalid_client', 'Unauthorized our-app-secret'), denied('PLATFORM_REJECTED')],
    [oauthError(401, 'deleted_client', 'The OAuth client was deleted.'), denied('PLATFORM_REJECTED')],
    [oauthError(400, 'admin_policy_enforced'), denied('PLATFORM_REJECTED')],
    [oauthError(400, 'invalid_request'), denied('PLATFORM_REJECTED')],
    [oauthError(429, 'slow_down'), { kind: 'rate-limited' }],
    [oauthError(503, 'backendError'), { kind: 'ambiguous' }],
    [{ status: 502, body: '<html>' }, { kind: 'ambiguous' }],
    [ok({ token_type: 'Bearer' }), { kind: 'ambiguous' }],
  ])('maps the response %o to the right result', async (token, expected) => {
    const { answer, requests } = await finish({ token });
    expect(answer).toMatchObject(expected);
    expect(requests).toHaveLength(1);
  });

  it('connects nothing without a refresh token', async () => {
    const { answer, requests } = await finish({ token: ok(renewed) });
    expect(answer).toMatchObject({
      ...denied('PLATFORM_REJECTED'),
      message: expect.stringContaining('no refresh token') as string,
    });
    expect(requests).toHaveLength(1);
  });

  it('turns a fixed expiry into the time by which the user must reconnect', async () => {
    const { answer } = await finish({ token: ok({ ...tokens, refresh_token_expires_in: 604_799 }) });
    const end = new Date(now.getTime() + 604_799_000);
    expect(answer).toMatchObject({
      candidates: [{ life: { reconnectBy: end, refreshBy: null } }],
    });
  });
});

describe('a response about the channel', () => {
  it.each<[StubAnswer, object]>([
    [ok({ items: [channel] }), { kind: 'granted', candidates: [{ handle: '@videos' }] }],
    [
      ok({
        items: [{ ...channel, snippet: { title: 'Old channel', thumbnails: { default: { url: 'x' } } } }],
      }),
      { kind: 'granted', candidates: [{ handle: 'Old channel', avatarUrl: null }] },
    ],
    [ok({ pageInfo: { totalResults: 0 } }), denied('NOTHING_GRANTED')],
    [ok({ items: [] }), denied('NOTHING_GRANTED')],
    [googleError(401, 'youtubeSignupRequired'), denied('NOTHING_GRANTED')],
    [googleError(403, 'insufficientPermissions'), denied('PERMISSION_MISSING')],
    [googleError(403, 'accountDelegationForbidden'), denied('PERMISSION_MISSING')],
    [googleError(403, 'authenticatedUserAccountSuspended'), { kind: 'rejected', code: 'POLICY_BLOCKED' }],
    [googleError(403, 'authenticatedUserAccountClosed'), { kind: 'auth-revoked' }],
    [googleError(401, 'authError'), { kind: 'auth-expired' }],
    [googleError(403, 'quotaExceeded'), { kind: 'rate-limited', code: 'PLATFORM_QUOTA_EXCEEDED' }],
    [googleError(403, 'rateLimitExceeded', 'ya29.access'), { kind: 'rate-limited' }],
    [googleError(503, 'backendError'), { kind: 'ambiguous' }],
    [ok({ items: [{ id: 'UC1' }] }), { kind: 'ambiguous' }],
  ])('is mapped to the right result: %o', async (channels, expected) => {
    expect((await finish({ channels })).answer).toMatchObject(expected);
  });
});

const session = (baseUrl: string, more: object = {}): PlatformSession => ({
  externalAccountId: channel.id,
  handle: '@videos',
  baseUrl,
  credentials: { accessToken: 'ya29.access', refreshToken: '1//refresh', ...more },
});

describe('a health check', () => {
  it.each<[StubAnswer, object]>([
    [ok({ items: [channel] }), { kind: 'alive', handle: '@videos', avatarUrl: 'https://yt3.test/a.jpg' }],
    [ok({ items: [] }), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [googleError(401, 'authError'), { kind: 'auth-expired' }],
    [googleError(403, 'authenticatedUserAccountClosed'), { kind: 'auth-revoked' }],
    [googleError(503, 'backendError'), { kind: 'ambiguous' }],
  ])('maps the response %o to the right result', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    expect(await connectorAt(stub.url).check?.(session(stub.url))).toMatchObject(expected);
  });
});

describe('a refresh', () => {
  const refresh = async (answer: StubAnswer, more: object = {}) => {
    await using stub = await startStub(() => answer);
    return await connectorAt(stub.url).refresh(session('http://127.0.0.1:1', more));
  };
  const knownEnd = '2026-11-25T00:00:00.000Z';

  it.each<[StubAnswer, object]>([
    [oauthError(400, 'invalid_grant', 'Token has been expired or revoked.'), { kind: 'auth-revoked' }],
    [oauthError(400, 'invalid_grant', 'Account has been deleted'), { kind: 'auth-revoked' }],
    [
      { status: 400, body: { error: 'invalid_grant', error_subtype: 'invalid_rapt' } },
      { kind: 'auth-revoked' },
    ],
    [oauthError(401, 'deleted_client'), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [oauthError(401, 'unauthorized_client'), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [oauthError(400, 'admin_policy_enforced'), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [oauthError(500, 'internal_failure'), { kind: 'ambiguous' }],
  ])('maps the response %o to the right result', async (answer, expected) => {
    expect(await refresh(answer)).toMatchObject(expected);
  });

  it('extends the lifetime of a grant that is used', async () => {
    const refreshBy = new Date(now.getTime() + 180 * 24 * 60 * 60_000);
    const answer = await refresh(ok(renewed));
    expect(answer).toMatchObject({
      credentials: { refreshToken: '1//refresh' },
      life: { refreshBy, reconnectBy: null },
      scopes: tokens.scope.split(' '),
    });
  });

  it('keeps a known fixed expiry if the response does not repeat it', async () => {
    expect(await refresh(ok(renewed), { refreshEndsAt: knownEnd })).toMatchObject({
      credentials: { refreshEndsAt: knownEnd },
      life: { reconnectBy: new Date(knownEnd), refreshBy: null },
    });
  });

  it('uses the expiry in the response if there is one', async () => {
    const answer = ok({ ...renewed, refresh_token_expires_in: 600 });
    const end = new Date(now.getTime() + 600_000);
    expect(await refresh(answer, { refreshEndsAt: knownEnd })).toMatchObject({ life: { reconnectBy: end } });
  });

  it('removes the known expiry if the refresh token is replaced', async () => {
    const answer = await refresh(ok({ ...renewed, refresh_token: '1//other' }), { refreshEndsAt: knownEnd });
    expect(answer).toMatchObject({ life: { reconnectBy: null } });
    expect(answer).not.toHaveProperty('credentials.refreshEndsAt');
  });
});

describe('a revocation', () => {
  it.each<[StubAnswer, object]>([
    [ok({}), { kind: 'revoked' }],
    [oauthError(400, 'invalid_token', 'Token expired or revoked'), { kind: 'revoked' }],
    [oauthError(503, 'backendError'), { kind: 'ambiguous' }],
  ])('maps the response %o to the right result', async (answer, expected) => {
    const seen: StubRequest[] = [];
    await using stub = await startStub((request) => {
      seen.push(request);
      return answer;
    });
    expect(await connectorAt(stub.url).revoke?.(session('http://127.0.0.1:1'))).toMatchObject(expected);
    expect(seen).toMatchObject([{ method: 'POST', url: '/revoke' }]);
    expect(new URLSearchParams(seen[0]?.body).get('token')).toBe('1//refresh');
  });
});
