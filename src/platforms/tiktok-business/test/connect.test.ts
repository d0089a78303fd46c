import { describe, expect, it } from 'vitest';
import { connectingTo, dayMs, onlyOne, useConnecting } from '../../../../test/platforms/connect-steps.js';
import { startStub, type StubAnswer } from '../../../../test/platforms/support.js';
import { tikTokBusiness as definition } from '../definition.js';

const app = { TIKTOK_BUSINESS_CLIENT_ID: 'real-id', TIKTOK_BUSINESS_CLIENT_SECRET: 'real-secret' };
const tikTok = useConnecting(definition, app);
const { platform, clock } = tikTok;
const acme = '-000AcmeStudioBusiness';
const hourMs = 60 * 60_000;
const allScopes = tikTok.redirect.scopes.map(({ name }) => name);

const connectWithout = async (...left: string[]) => {
  const scopes = allScopes.filter((name) => !left.includes(name));
  return onlyOne(await tikTok.candidates({ accounts: [acme], scopes }));
};

describe('TikTok’s consent page', () => {
  it('is called with the app as `client_key`, and with a return URL that ends with a slash', async () => {
    const url = await tikTok.authorizeUrl({ baseUrl: 'https://business-api.tiktok.com' });
    expect(`${url.origin}${url.pathname}`).toBe('https://www.tiktok.com/v2/auth/authorize/');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_key: 'real-id',
      response_type: 'code',
      redirect_uri: 'https://punctual.example/connect/tiktok-business/callback/',
      scope: allScopes.join(','),
      state: 'state-of-these-tests',
      disable_auto_auth: '1',
    });
  });

  it('is refused by the sandbox with another app, return URL or list of scopes', async () => {
    const url = await tikTok.authorizeUrl(tikTok.place());
    expect(url.searchParams.get('client_key')).toBe('sandbox-client');
    for (const [name, value] of [
      ['client_key', 'real-id'],
      ['redirect_uri', 'https://punctual.example/connect/tiktok-business/callback'],
      ['scope', allScopes.join(' ')],
    ] as const) {
      const wrong = new URL(url);
      wrong.searchParams.set(name, value);
      expect((await fetch(wrong)).status).toBe(400);
    }
  });
});

describe('a connection with a part of the permissions', () => {
  it('has the name and the picture of the account, even without the profile', async () => {
    expect(await connectWithout()).toMatchObject({
      externalAccountId: acme,
      handle: 'acme.studio',
      displayName: 'Acme Studio',
      avatarUrl: `${tikTok.place().sandboxUrl}/avatars/${acme}.svg`,
      scopes: allScopes,
      reason: null,
    });
  });

  it('has only the granted scopes', async () => {
    expect((await connectWithout('video.publish', 'comment.list')).scopes).toEqual(
      allScopes.filter((name) => name !== 'video.publish' && name !== 'comment.list'),
    );
    expect(await connectWithout('user.info.username')).toMatchObject({
      externalAccountId: acme,
      handle: acme,
      reason: 'PERMISSION_MISSING',
    });
  });
});

/** Connects to a stub that takes the place of the real TikTok. */
async function finishAgainst(token: StubAnswer, profile: StubAnswer = { status: 500 }) {
  await using stub = await startStub(({ url }) => (url.includes('/oauth2/token/') ? token : profile));
  const real = connectingTo(definition, app);
  const answer = await real.finish({ baseUrl: stub.url }, { auth_code: 'the-code' });
  return { answer, requests: stub.requests };
}

const envelope = (code: number, data: object = {}): StubAnswer => ({
  status: 200,
  body: { code, message: 'words', request_id: 'r', data },
});
const tokens = {
  access_token: 'the-access-token',
  expires_in: 86_400,
  refresh_token: 'the-refresh-token',
  refresh_token_expires_in: 31_536_000,
  open_id: '-000real',
  scope: 'user.info.basic,user.info.username,video.publish',
};

describe('the exchange of a code', () => {
  it('sends JSON with an `auth_code`, and unwraps the response', async () => {
    const profile = {
      username: 'real.studio',
      display_name: 'Real Studio',
      profile_image: 'https://p.example/a',
    };
    const { answer, requests } = await finishAgainst(envelope(0, tokens), envelope(0, profile));
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/open_api/v1.3/tt_user/oauth2/token/' });
    expect(requests[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      client_id: 'real-id',
      client_secret: 'real-secret',
      grant_type: 'authorization_code',
      auth_code: 'the-code',
      redirect_uri: 'https://punctual.example/connect/tiktok-business/callback/',
    });
    expect(requests[1]).toMatchObject({ method: 'GET', headers: { 'access-token': 'the-access-token' } });
    expect(requests[1]?.url).toContain('/open_api/v1.3/business/get/?business_id=-000real&');
    if (answer.kind !== 'granted') throw new Error(JSON.stringify(answer));
    const { life, ...candidate } = onlyOne(answer.candidates);
    expect(candidate).toEqual({
      externalAccountId: '-000real',
      handle: 'real.studio',
      displayName: 'Real Studio',
      avatarUrl: 'https://p.example/a',
      serviceUrl: null,
      credentials: { accessToken: 'the-access-token', refreshToken: 'the-refresh-token' },
      scopes: ['user.info.basic', 'user.info.username', 'video.publish'],
      reason: null,
    });
    const endMs = Date.now() + 365 * dayMs;
    expect(Math.abs((life.refreshBy?.getTime() ?? 0) - endMs)).toBeLessThan(60_000);
  });

  const codeRefused = { kind: 'denied', code: 'CODE_REFUSED' };
  const refused = { kind: 'denied', code: 'PLATFORM_REJECTED' };
  it.each<[StubAnswer, object]>([
    [envelope(40_110), codeRefused],
    [envelope(40_105), codeRefused],
    ...[40_000, 40_001, 40_002, 40_003, 40_101, 40_104, 40_113, 40_118, 40_130].map(
      (code): [StubAnswer, object] => [envelope(code), refused],
    ),
    ...[40_100, 40_132].map((code): [StubAnswer, object] => [envelope(code), { kind: 'rate-limited' }]),
    ...[20_001, 41_001, 50_000, 51_010].map((code): [StubAnswer, object] => [
      envelope(code),
      { kind: 'ambiguous' },
    ]),
    [envelope(0, { ...tokens, open_id: '' }), { kind: 'ambiguous' }],
    [envelope(0, {}), { kind: 'ambiguous' }],
    [{ status: 503, body: { code: 40_110, message: 'words' } }, { kind: 'ambiguous' }],
    [{ status: 200, body: '<html>' }, { kind: 'ambiguous' }],
  ])('maps the response %o to the right result', async (token, expected) => {
    const { answer } = await finishAgainst(token);
    expect(answer).toMatchObject(expected);
    expect(JSON.stringify(answer)).not.toMatch(/the-code|real-secret|the-access-token/);
  });
});

describe('a grant', () => {
  it('is refreshed with a token that works only once', async () => {
    const first = tikTok.session(await connectWithout());
    clock.shiftMs += 24 * hourMs + 1_000;
    expect((await platform.check?.(first))?.kind).toBe('auth-expired');
    const answer = await platform.refresh(first);
    if (answer.kind !== 'refreshed') throw new Error(JSON.stringify(answer));
    expect(answer.scopes).toEqual(allScopes);
    expect(answer.life).toMatchObject({ refreshNotBefore: null, reconnectBy: null });
    const endMs = clock.now().getTime() + 365 * dayMs;
    expect(Math.abs((answer.life?.refreshBy?.getTime() ?? 0) - endMs)).toBeLessThan(60_000);
    expect((await platform.refresh(first)).kind).toBe('auth-revoked');
    expect((await platform.check?.({ ...first, credentials: answer.credentials }))?.kind).toBe('alive');
  });

  it('expires after a year without use', async () => {
    const session = tikTok.session(await connectWithout());
    clock.shiftMs += 365 * dayMs + 1_000;
    const answer = await platform.refresh(session);
    expect(answer).toMatchObject({
      kind: 'auth-revoked',
      message: expect.stringContaining('40103') as string,
    });
  });

  it('is revoked with a fresh access token, however old the last one is', async () => {
    const session = tikTok.session(await connectWithout());
    clock.shiftMs += 30 * hourMs;
    expect(await platform.revoke?.(session)).toEqual({ kind: 'revoked' });
    expect((await tikTok.calls())['/tt_user/oauth2/revoke/']).toBe(1);
    expect((await platform.refresh(session)).kind).toBe('auth-revoked');
  });

  it.each([
    [40_002, 'ambiguous'],
    [40_105, 'revoked'],
    [50_000, 'ambiguous'],
    [0, 'revoked'],
  ])('is reported as revoked only if TikTok confirms it: %i', async (code, kind) => {
    await using stub = await startStub(({ url }) =>
      url.includes('refresh_token') ? envelope(0, tokens) : envelope(code),
    );
    const credentials = { accessToken: 'old-access-token', refreshToken: 'old-refresh-token' };
    const session = { externalAccountId: '-000real', handle: 'real', baseUrl: stub.url, credentials };
    expect((await connectingTo(definition, app).platform.revoke?.(session))?.kind).toBe(kind);
    expect(JSON.parse(stub.requests[1]?.body ?? '')).toEqual({
      client_id: 'real-id',
      client_secret: 'real-secret',
      access_token: 'the-access-token',
    });
  });
});
