import { describe, expect, it } from 'vitest';
import { connectingTo, dayMs, onlyOne, useConnecting } from '../../../../test/platforms/connect-steps.js';
import { startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { tikTokPersonal as definition } from '../definition.js';

const app = { TIKTOK_PERSONAL_CLIENT_KEY: 'real-key', TIKTOK_PERSONAL_CLIENT_SECRET: 'real-secret' };
const tikTok = useConnecting(definition, app);
const { platform, clock } = tikTok;
const acme = '-000AcmeNewsSandbox';
const hourMs = 60 * 60_000;
const allScopes = tikTok.redirect.scopes.map(({ name }) => name);

const connectWithout = async (...left: string[]) => {
  const scopes = allScopes.filter((name) => !left.includes(name));
  return onlyOne(await tikTok.candidates({ accounts: [acme], scopes }));
};

describe('TikTok’s consent page', () => {
  it('is called with the app as `client_key`, and with commas between the scopes', async () => {
    const url = await tikTok.authorizeUrl({ baseUrl: 'https://open.tiktokapis.com' });
    expect(`${url.origin}${url.pathname}`).toBe('https://www.tiktok.com/v2/auth/authorize/');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_key: 'real-key',
      disable_auto_auth: '1',
      response_type: 'code',
      redirect_uri: 'https://punctual.example/connect/tiktok-personal/callback',
      scope: 'user.info.basic,user.info.profile,video.publish,video.upload,video.list',
      state: 'state-of-these-tests',
    });
  });

  it('is called without the real app in the sandbox', async () => {
    expect((await tikTok.authorizeUrl(tikTok.place())).searchParams.get('client_key')).toBe('sandbox-client');
  });
});

describe('a connection with a part of the permissions', () => {
  it('has the name and the picture of the account, even without the profile', async () => {
    expect(await connectWithout()).toMatchObject({
      externalAccountId: acme,
      handle: 'acme.news',
      displayName: 'Acme News',
      avatarUrl: `${tikTok.place().sandboxUrl}/avatars/${acme}.svg`,
      scopes: allScopes,
      reason: null,
    });
  });

  it('has only the granted scopes', async () => {
    expect((await connectWithout('video.publish')).scopes).not.toContain('video.publish');
    const listless = await connectWithout('video.list');
    expect(listless).toMatchObject({ reason: null });
    const search = { since: new Date(0), takenIds: new Set<string>() };
    expect(await platform.findPublished(tikTok.session(listless), textPost('a'), null, search)).toMatchObject(
      {
        kind: 'rejected',
        code: 'PERMISSION_MISSING',
      },
    );
  });

  it('may lack the handle, or the whole profile', async () => {
    expect(await connectWithout('user.info.profile')).toMatchObject({ handle: 'Acme News', reason: null });
    expect(await connectWithout('user.info.basic')).toMatchObject({
      externalAccountId: acme,
      handle: acme,
      displayName: null,
      reason: 'PERMISSION_MISSING',
    });
  });
});

/** Connects to a stub that takes the place of the real TikTok. */
async function finishAgainst(token: StubAnswer, user: StubAnswer = { status: 500 }) {
  await using stub = await startStub(({ url }) => (url === '/v2/oauth/token/' ? token : user));
  const real = connectingTo(definition, app);
  const answer = await real.finish({ baseUrl: stub.url }, { code: 'the-code', scopes: 'user.info.basic' });
  return { answer, requests: stub.requests };
}

const oauthError = (status: number, error: unknown): StubAnswer => ({
  status,
  body: { error, error_description: 'words', log_id: '2026' },
});
const tokens = {
  open_id: '-000real',
  access_token: 'the-access-token',
  expires_in: 7_200,
  refresh_token: 'the-refresh-token',
  refresh_expires_in: 15_552_000,
  scope: 'user.info.basic,video.publish',
  token_type: 'Bearer',
};

describe('the exchange of a code', () => {
  it('sends a form to a URL that ends with a slash', async () => {
    const user = { data: { user: { open_id: '-000real', display_name: 'Real' } }, error: { code: 'ok' } };
    const { answer, requests } = await finishAgainst(
      { status: 200, body: tokens },
      { status: 200, body: user },
    );
    expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
      client_key: 'real-key',
      client_secret: 'real-secret',
      code: 'the-code',
      grant_type: 'authorization_code',
      redirect_uri: 'https://punctual.example/connect/tiktok-personal/callback',
    });
    expect(requests[1]).toMatchObject({
      method: 'GET',
      url: '/v2/user/info/?fields=open_id%2Cdisplay_name%2Cavatar_url',
    });
    if (answer.kind !== 'granted') throw new Error(JSON.stringify(answer));
    const { handle, life, credentials } = onlyOne(answer.candidates);
    expect({ handle, credentials }).toEqual({
      handle: 'Real',
      credentials: { accessToken: 'the-access-token', refreshToken: 'the-refresh-token' },
    });
    const endMs = Date.now() + 180 * dayMs;
    expect(Math.abs((life.refreshBy?.getTime() ?? 0) - endMs)).toBeLessThan(60_000);
    expect(life).toMatchObject({ refreshNotBefore: null, reconnectBy: null });
  });

  const codeRefused = { kind: 'denied', code: 'CODE_REFUSED' };
  const refused = { kind: 'denied', code: 'PLATFORM_REJECTED' };
  it.each<[StubAnswer, object]>([
    // TikTok also returns errors with HTTP 200.
    [oauthError(200, 'invalid_grant'), codeRefused],
    [oauthError(400, 'invalid_grant'), codeRefused],
    [oauthError(200, 'invalid_client'), refused],
    [oauthError(401, 'invalid_client'), refused],
    [oauthError(200, 'invalid_request'), refused],
    [oauthError(200, 'invalid_scope'), refused],
    [oauthError(200, 'unauthorized_client'), refused],
    [oauthError(200, 'unsupported_grant_type'), refused],
    [oauthError(200, 'access_denied'), refused],
    [oauthError(200, 'server_error'), { kind: 'ambiguous' }],
    [oauthError(200, 'temporarily_unavailable'), { kind: 'ambiguous' }],
    [oauthError(200, { code: 'internal_error', message: 'words' }), { kind: 'ambiguous' }],
    [oauthError(200, { code: 'rate_limit_exceeded', message: 'words' }), { kind: 'rate-limited' }],
    [oauthError(200, { code: 'invalid_params', message: 'words' }), refused],
    [
      { status: 429, headers: { 'retry-after': '9' } },
      { kind: 'rate-limited', retryAfterMs: 9_000 },
    ],
    [{ status: 503, body: { error: 'invalid_grant' } }, { kind: 'ambiguous' }],
    [{ status: 200, body: '<html>' }, { kind: 'ambiguous' }],
    [{ status: 200, body: { ...tokens, open_id: undefined } }, { kind: 'ambiguous' }],
    [{ status: 200, body: { ...tokens, refresh_token: '' } }, { kind: 'ambiguous' }],
  ])('maps the response %o to the right result', async (token, expected) => {
    const { answer } = await finishAgainst(token);
    expect(answer).toMatchObject(expected);
    expect(JSON.stringify(answer)).not.toMatch(/the-code|real-secret|the-access-token/);
  });
});

describe('a grant', () => {
  it('is refreshed with a token that works only once', async () => {
    const first = tikTok.session(await connectWithout());
    clock.shiftMs += 2 * hourMs + 1_000;
    expect((await platform.check?.(first))?.kind).toBe('auth-expired');
    const answer = await platform.refresh(first);
    if (answer.kind !== 'refreshed') throw new Error(JSON.stringify(answer));
    expect(answer.credentials['refreshToken']).not.toBe(first.credentials['refreshToken']);
    expect(answer.scopes).toEqual(allScopes);
    expect((await platform.refresh(first)).kind).toBe('auth-revoked');
    expect((await tikTok.calls())['refreshTokenReused']).toBe(1);
    expect((await platform.check?.({ ...first, credentials: answer.credentials }))?.kind).toBe('alive');
  });

  it('expires after half a year without use', async () => {
    const session = tikTok.session(await connectWithout());
    clock.shiftMs += 180 * dayMs + 1_000;
    expect((await platform.refresh(session)).kind).toBe('auth-revoked');
  });

  it('is revoked with a fresh access token, however old the last one is', async () => {
    const session = tikTok.session(await connectWithout());
    clock.shiftMs += 3 * hourMs;
    expect(await platform.revoke?.(session)).toEqual({ kind: 'revoked' });
    expect((await tikTok.calls())['oauthRevoke']).toBe(1);
    expect((await platform.refresh(session)).kind).toBe('auth-revoked');
  });

  it('is reported as revoked only if TikTok confirms it', async () => {
    await using stub = await startStub(({ url }) =>
      url === '/v2/oauth/token/' ? { status: 200, body: tokens } : oauthError(200, 'invalid_request'),
    );
    const credentials = { accessToken: 'old-access-token', refreshToken: 'old-refresh-token' };
    const session = { externalAccountId: '-000real', handle: 'real', baseUrl: stub.url, credentials };
    expect((await connectingTo(definition, app).platform.revoke?.(session))?.kind).toBe('ambiguous');
    expect(Object.fromEntries(new URLSearchParams(stub.requests[1]?.body))).toEqual({
      client_key: 'real-key',
      client_secret: 'real-secret',
      token: 'the-access-token',
    });
    const bare = connectingTo(definition, {});
    expect(bare.redirect.missingVariables).toEqual(Object.keys(app));
    expect(await bare.platform.revoke?.(session)).toEqual({ kind: 'not-supported' });
    expect(stub.requests).toHaveLength(2);
  });
});
