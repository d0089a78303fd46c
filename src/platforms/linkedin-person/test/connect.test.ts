import { describe, expect, it } from 'vitest';
import { connectingTo, dayMs, onlyOne, useConnecting } from '../../../../test/platforms/connect-steps.js';
import { startStub, type StubAnswer } from '../../../../test/platforms/support.js';
import { linkedInPerson as definition } from '../definition.js';

const app = { LINKEDIN_PERSON_CLIENT_ID: 'real-id', LINKEDIN_PERSON_CLIENT_SECRET: 'real-secret' };
const linkedIn = useConnecting(definition, app);
const { platform, clock } = linkedIn;
const mia = 'urn:li:person:Mk3ma7aBox';
const partner = 'urn:li:person:Pa9rtn3rQz';

/** Connects to a stub that takes the place of the real LinkedIn. */
const realLinkedIn = (url: string) => connectingTo(definition, { ...app, LINKEDIN_SITE_URL: url });
const connect = async (account: string) => onlyOne(await linkedIn.candidates({ accounts: [account] }));

describe('LinkedIn’s consent page', () => {
  it('requests all scopes at once, without PKCE', async () => {
    const url = await linkedIn.authorizeUrl({ baseUrl: 'https://api.linkedin.com' });
    expect(`${url.origin}${url.pathname}`).toBe('https://www.linkedin.com/oauth/v2/authorization');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'real-id',
      redirect_uri: 'https://punctual.example/connect/linkedin-person/callback',
      scope: 'openid profile w_member_social',
      state: 'state-of-these-tests',
    });
  });

  it('gets no ids of the real app in the sandbox', async () => {
    const url = await linkedIn.authorizeUrl(linkedIn.place());
    expect(url.searchParams.get('client_id')).toBe('sandbox-client');
    expect(url.toString()).not.toContain('real');
  });

  it.each([
    ['user_cancelled_login', 'ACCESS_DENIED'],
    ['user_cancelled_authorize', 'ACCESS_DENIED'],
    ['unauthorized_scope_error', 'PLATFORM_REJECTED'],
    ['invalid_redirect_uri', 'PLATFORM_REJECTED'],
  ])('reports the error %s as %s', async (error, code) => {
    await using nobody = await startStub(() => ({ status: 500 }));
    const answer = await linkedIn.finish({ baseUrl: nobody.url }, { error, error_description: 'words' });
    expect(answer).toMatchObject({
      kind: 'denied',
      code,
      message: expect.stringContaining('words') as string,
    });
    expect(nobody.requests).toEqual([]);
  });

  it('is simulated with a refusal of a scope that the app does not have', async () => {
    const url = await linkedIn.authorizeUrl(linkedIn.place());
    url.searchParams.set('scope', 'openid r_basicprofile');
    const answer = await fetch(url, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    expect(back.searchParams.get('error')).toBe('unauthorized_scope_error');
  });
});

describe('the exchange of a code', () => {
  const finishAgainst = async (
    token: StubAnswer,
    user: StubAnswer = { status: 200, body: { sub: 'a1' } },
  ) => {
    await using stub = await startStub(({ url }) => (url === '/oauth/v2/accessToken' ? token : user));
    const real = realLinkedIn(stub.url);
    const answer = await real.finish({ baseUrl: stub.url }, { code: 'the-code' });
    return { answer, requests: stub.requests };
  };
  const tokens = { access_token: 'the-access-token', expires_in: 5_184_000 };

  it('sends what LinkedIn documents, and accepts a response without a token type', async () => {
    const { answer, requests } = await finishAgainst({
      status: 200,
      body: { ...tokens, scope: 'openid,profile' },
    });
    expect(answer).toMatchObject({
      kind: 'granted',
      candidates: [
        {
          externalAccountId: 'urn:li:person:a1',
          handle: 'a1',
          displayName: null,
          credentials: { accessToken: 'the-access-token' },
          scopes: ['openid', 'profile'],
        },
      ],
    });
    expect(requests[0]?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: 'https://punctual.example/connect/linkedin-person/callback',
      client_id: 'real-id',
      client_secret: 'real-secret',
    });
    expect(requests[1]?.headers.authorization).toBe('Bearer the-access-token');
  });

  it.each<[StubAnswer, object]>([
    [oauthError(400, 'invalid_grant', 'expired or revoked'), { kind: 'denied', code: 'CODE_REFUSED' }],
    [
      oauthError(
        400,
        'invalid_request',
        'appid/redirect uri does not match authorization code. Or it expired',
      ),
      { kind: 'denied', code: 'CODE_REFUSED' },
    ],
    [
      oauthError(400, 'invalid_request', 'A required parameter "redirect_uri" is missing'),
      { kind: 'denied', code: 'PLATFORM_REJECTED' },
    ],
    [oauthError(401, 'invalid_client', 'failed'), { kind: 'denied', code: 'PLATFORM_REJECTED' }],
    [{ status: 429 }, { kind: 'rate-limited' }],
    [{ status: 503, body: { error: 'server_error' } }, { kind: 'ambiguous' }],
    [{ status: 200, body: '<html>' }, { kind: 'ambiguous' }],
  ])('turns the response %o into a result', async (token, expected) => {
    const { answer } = await finishAgainst(token);
    expect(answer).toMatchObject(expected);
    expect(JSON.stringify(answer)).not.toMatch(/the-code|real-secret/);
  });

  it.each<[StubAnswer, object]>([
    [
      { status: 403, body: { code: 'ACCESS_DENIED' } },
      { kind: 'denied', code: 'PERMISSION_MISSING' },
    ],
    [
      { status: 426, body: { code: 'NONEXISTENT_VERSION' } },
      { kind: 'rejected', code: 'PLATFORM_UNAVAILABLE' },
    ],
    [{ status: 200, body: { sub: '<b>' } }, { kind: 'ambiguous' }],
    [{ status: 500 }, { kind: 'ambiguous' }],
  ])('gives a result if the response %o follows with the new token', async (user, expected) => {
    expect((await finishAgainst({ status: 200, body: tokens }, user)).answer).toMatchObject(expected);
  });
});

describe('a member', () => {
  it('is connected with name and picture until the token expires', async () => {
    const candidate = await connect(mia);
    const endsAt = clock.now().getTime() + 60 * dayMs;
    expect(candidate).toMatchObject({
      externalAccountId: mia,
      displayName: 'Mia Sandbox',
      avatarUrl: `${linkedIn.place().sandboxUrl}/avatars/${encodeURIComponent(mia)}.svg`,
      life: { refreshBy: null, refreshNotBefore: null },
    });
    expect(Object.keys(candidate.credentials)).toEqual(['accessToken']);
    const { tokenExpiresAt, reconnectBy } = candidate.life;
    expect(reconnectBy).toEqual(tokenExpiresAt);
    expect(Math.abs((reconnectBy?.getTime() ?? 0) - endsAt)).toBeLessThan(60_000);
    expect((await fetch(candidate.avatarUrl ?? '')).headers.get('content-type')).toBe('image/svg+xml');
  });

  it('must reconnect after that, and not before', async () => {
    const session = linkedIn.session(await connect(mia));
    const { credentials } = session;
    expect(await platform.refresh(session)).toEqual({ kind: 'refreshed', credentials });
    clock.shiftMs += 60 * dayMs + 1_000;
    expect((await platform.check?.(session))?.kind).toBe('auth-expired');
    expect(await platform.refresh(session)).toMatchObject({
      kind: 'auth-revoked',
      message: expect.stringContaining('reconnect the account') as string,
    });
    expect(await platform.check?.(linkedIn.session(await connect(mia)))).toMatchObject({ kind: 'alive' });
  });

  it('can be refreshed for a year with a partner app, which no refresh extends', async () => {
    const candidate = await connect(partner);
    const { refreshToken } = candidate.credentials;
    const { reconnectBy } = candidate.life;
    expect(refreshToken).toMatch(/^sandbox-refresh:/);
    let session = linkedIn.session(candidate);
    for (let months = 0; months < 6; months += 1) {
      clock.shiftMs += 60 * dayMs;
      expect((await platform.check?.(session))?.kind).toBe('auth-expired');
      const answer = await platform.refresh(session);
      if (answer.kind !== 'refreshed') throw new Error(JSON.stringify(answer));
      expect(answer.credentials['refreshToken']).toBe(refreshToken);
      const endMs = answer.life?.reconnectBy?.getTime() ?? 0;
      expect(Math.abs(endMs - (reconnectBy?.getTime() ?? 0))).toBeLessThan(60_000);
      session = { ...session, credentials: answer.credentials };
      expect((await platform.check?.(session))?.kind).toBe('alive');
    }
    clock.shiftMs += 5 * dayMs + 1_000;
    expect((await platform.refresh(session)).kind).toBe('auth-revoked');
  });
});

describe('a revocation', () => {
  const credentials = { accessToken: 'the-access', refreshToken: 'the-refresh' };
  const session = (baseUrl: string) => ({
    externalAccountId: 'urn:li:person:a',
    handle: 'a',
    baseUrl,
    credentials,
  });

  it('sends both tokens', async () => {
    await using stub = await startStub(() => ({ status: 200 }));
    expect(await realLinkedIn(stub.url).platform.revoke?.(session(stub.url))).toEqual({ kind: 'revoked' });
    expect(stub.requests.map(({ url }) => url)).toEqual(['/oauth/v2/revoke', '/oauth/v2/revoke']);
    const sent = stub.requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    expect(sent).toEqual(
      ['the-access', 'the-refresh'].map((token) => ({
        token,
        client_id: 'real-id',
        client_secret: 'real-secret',
      })),
    );
  });

  it('is incomplete if it fails for one of them', async () => {
    await using stub = await startStub(({ body }) => ({ status: body.includes('the-access') ? 500 : 200 }));
    expect((await realLinkedIn(stub.url).platform.revoke?.(session(stub.url)))?.kind).toBe('ambiguous');
  });
});

function oauthError(status: number, error: string, description: string): StubAnswer {
  return { status, body: { error, error_description: description } };
}
