import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createShiftedClock } from '../../../../test/harness/clock.js';
import { consent, type Decision } from '../../../../test/harness/consent.js';
import { publishAll } from '../../../../test/platforms/runner.js';
import { published, textPost } from '../../../../test/platforms/support.js';
import { useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';
import type { ConnectAnswer, ConnectCandidate } from '../../kit/connect.js';
import type { PlatformSession } from '../../kit/session.js';
import { accountOfTest, accountWithoutChannel, youTubeAccounts } from '../sandbox/accounts.js';
import { createConnector, videoPost } from './support.js';

const dayMs = 24 * 60 * 60_000;
const prefix = 'https://www.googleapis.com/auth/youtube.';
const [upload, readOnly, manage] = ['upload', 'readonly', 'force-ssl'].map((name) => `${prefix}${name}`) as [
  string,
  string,
  string,
];
const redirectUri = 'http://127.0.0.1:3000/connect/youtube/callback';

const clock = createShiftedClock();
const env = { YOUTUBE_CLIENT_ID: 'our-app', YOUTUBE_CLIENT_SECRET: 'our-app-secret' };
const youTube = createConnector(() => clock.now(), env);
const redirect = youTube.connect?.redirect;
if (redirect === undefined || redirect === null) throw new Error('No way to connect.');

const sandbox = useSandbox({ clock });
const shelf = useShelf();

const place = () => ({ baseUrl: `${sandbox.url}/youtube`, sandboxUrl: `${sandbox.url}/youtube` });

async function decide(decision: Decision): Promise<ConnectAnswer> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const request = { redirectUri, state: 'state', codeChallenge, handle: null };
  const begun = await redirect?.begin(place(), request);
  if (begun?.kind !== 'begun') throw new Error(JSON.stringify(begun));
  const { searchParams: query } = await consent(begun.authorizeUrl, decision);
  const answer = await redirect?.finish(place(), { query, redirectUri, codeVerifier }, begun.carried);
  if (answer === undefined) throw new Error('No answer.');
  return answer;
}

async function connected(decision: Decision = {}): Promise<ConnectCandidate> {
  const answer = await decide(decision);
  const [candidate] = answer.kind === 'granted' ? answer.candidates : [];
  if (candidate === undefined) throw new Error(JSON.stringify(answer));
  return candidate;
}

const sessionOf = ({ externalAccountId, handle, credentials }: ConnectCandidate): PlatformSession => ({
  externalAccountId,
  handle,
  credentials,
  ...place(),
});

describe('Google’s consent page', () => {
  it('is requested at Google, with offline access', async () => {
    const request = { redirectUri, state: 'state', codeChallenge: 'c'.repeat(43), handle: null };
    const begun = await redirect.begin({ baseUrl: 'https://www.googleapis.com' }, request);
    if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun));
    const { origin, pathname, searchParams } = new URL(begun.authorizeUrl);
    expect(origin + pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'our-app',
      redirect_uri: redirectUri,
      scope: `${upload} ${readOnly} ${manage}`,
      state: 'state',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'select_account consent',
    });
  });

  it('needs a configured app', () => {
    expect(createConnector().connect?.redirect?.missingVariables).toEqual(Object.keys(env));
    expect(redirect.missingVariables).toEqual([]);
  });

  it.each([
    ['another app', { client_id: 'nobody' }, 401],
    ['an invalid URL', { redirect_uri: 'javascript:alert(1)' }, 400],
    ['a scope that YouTube does not have', { scope: `${prefix}everything` }, 400],
    ['access that does not last', { access_type: 'online' }, 400],
    ['a challenge that is not hashed', { code_challenge_method: 'plain' }, 400],
  ])('is not shown for %s', async (_what, change, status) => {
    const request = { redirectUri, state: 'state', codeChallenge: 'c'.repeat(43), handle: null };
    const begun = await redirect.begin(place(), request);
    if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun));
    const url = new URL(begun.authorizeUrl);
    for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
    for (const method of ['GET', 'POST']) {
      expect((await fetch(url, { method, redirect: 'manual' })).status).toBe(status);
    }
  });
});

describe('the account that is connected', () => {
  it('is the selected channel, with its name and picture', async () => {
    const candidate = await connected({ accounts: ['UCacmefilms0000000000001'] });
    expect(candidate).toMatchObject({
      externalAccountId: 'UCacmefilms0000000000001',
      handle: '@acme.films',
      displayName: 'Acme Films',
      scopes: [upload, readOnly, manage],
      reason: null,
    });
    const picture = await fetch(candidate.avatarUrl ?? '');
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    expect(await youTube.check?.(sessionOf(candidate))).toEqual({
      kind: 'alive',
      handle: '@acme.films',
      displayName: 'Acme Films',
      avatarUrl: candidate.avatarUrl,
    });
  });

  it('does not exist if the Google account has no channel', async () => {
    const answer = await decide({ accounts: [accountWithoutChannel.externalAccountId] });
    expect(answer).toMatchObject({ kind: 'denied', code: 'NOTHING_GRANTED' });
  });
});

describe('permissions', () => {
  it('are stored as granted, even if publishing is impossible with them', async () => {
    expect((await connected({ scopes: [readOnly] })).scopes).toEqual([readOnly]);
  });

  it.each([
    ['all but the one to upload', [upload]],
    ['none', []],
  ])('are refused if they do not reveal the channel: %s', async (_what, scopes) => {
    expect(await decide({ scopes })).toMatchObject({ kind: 'denied', code: 'PERMISSION_MISSING' });
  });

  it('may exclude comments: then videos are published, and comments are refused', async () => {
    const candidate = await connected({ scopes: [upload, readOnly] });
    expect(candidate.scopes).toEqual([upload, readOnly]);
    const session = sessionOf(candidate);
    const post = videoPost(shelf, 'hi', { options: { playlistId: 'PL1punctualsandbox0000001' } });
    const video = published((await publishAll(youTube, session, post)).answer);
    expect(await youTube.addExtras?.(session, post, video)).toMatchObject([{ extra: 'playlist' }]);
    const comment = textPost('first', { replyTo: { ...video } });
    const { answer } = await publishAll(youTube, session, comment);
    expect(answer).toMatchObject({ kind: 'rejected', code: 'PERMISSION_MISSING' });
  });

  it('need not all be granted if the widest one is, because it includes the others', async () => {
    const candidate = await connected({ scopes: [manage] });
    expect(candidate.scopes).toEqual(expect.arrayContaining([upload, readOnly, manage]));
    const session = sessionOf(candidate);
    expect((await publishAll(youTube, session, videoPost(shelf, 'hi'))).answer.kind).toBe('published');
    const refreshed = await youTube.refresh(session);
    expect(refreshed).toMatchObject({ scopes: candidate.scopes });
  });
});

describe('a grant of a channel', () => {
  const at = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const near = (date: Date | null | undefined, expected: Date): void => {
    expect(Math.abs((date?.getTime() ?? 0) - expected.getTime())).toBeLessThan(60_000);
  };

  it('lives for six months after its last use', async () => {
    const { life } = await connected();
    near(life.tokenExpiresAt, at(60 * 60_000));
    near(life.refreshBy, at(180 * dayMs));
    expect(life.reconnectBy).toBeNull();
  });

  it('has an access token that lives for an hour and is refreshed with the same refresh token', async () => {
    const candidate = await connected();
    clock.shiftMs += 2 * 60 * 60_000;
    expect((await youTube.check?.(sessionOf(candidate)))?.kind).toBe('auth-expired');
    const refreshed = await youTube.refresh(sessionOf(candidate));
    if (refreshed.kind !== 'refreshed') throw new Error(JSON.stringify(refreshed));
    const { credentials } = refreshed;
    expect(credentials['refreshToken']).toBe(candidate.credentials['refreshToken']);
    expect((await youTube.check?.({ ...sessionOf(candidate), credentials }))?.kind).toBe('alive');
  });

  it('lives for seven days with an app in testing, however often it is refreshed', async () => {
    const candidate = await connected({ accounts: [accountOfTest.externalAccountId] });
    const end = at(7 * dayMs);
    near(candidate.life.reconnectBy, end);
    expect(candidate.life.refreshBy).toBeNull();
    let session = sessionOf(candidate);
    for (const days of [3, 3]) {
      clock.shiftMs += days * dayMs;
      const refreshed = await youTube.refresh(session);
      if (refreshed.kind !== 'refreshed') throw new Error(JSON.stringify(refreshed));
      expect(refreshed.life).toMatchObject({ refreshBy: null });
      near(refreshed.life?.reconnectBy, end);
      session = { ...session, credentials: refreshed.credentials };
    }
    clock.shiftMs += dayMs;
    expect((await youTube.refresh(session)).kind).toBe('auth-revoked');
  });

  it('ends only for its own channel when it is revoked', async () => {
    const [first, second] = await Promise.all([
      connected(),
      connected({ accounts: ['UCacmefilms0000000000001'] }),
    ]);
    expect(await youTube.revoke?.(sessionOf(first))).toEqual({ kind: 'revoked' });
    expect((await youTube.check?.(sessionOf(first)))?.kind).toBe('auth-expired');
    expect((await youTube.check?.(sessionOf(second)))?.kind).toBe('alive');
  });
});

it('the sandbox has a picture of each account, and escapes the id in the URL', async () => {
  for (const { externalAccountId } of youTubeAccounts) {
    expect((await fetch(`${place().baseUrl}/avatars/${externalAccountId}.svg`)).status).toBe(200);
  }
  const odd = await fetch(`${place().baseUrl}/avatars/${encodeURIComponent('<script>')}.svg`);
  expect(await odd.text()).not.toContain('<script');
});
