import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consentAtPds } from '../../../../test/harness/pds-consent.js';
import { pdsHookMsMax, startPds, type Pds, type PdsAccount } from '../../../../test/harness/pds.js';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { connectorOf, prepared, publish, published, textPost } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import type { SafeFetch } from '../../../egress/safe-fetch.js';
import type { ConnectAnswer, ConnectCandidate, RedirectConnect } from '../../kit/connect.js';
import type { Platform, PublicationMedia } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { bluesky as definition } from '../definition.js';
import { newPrivateJwk } from '../dpop.js';

const dayMs = 24 * 60 * 60_000;
const safeFetch = createSafeFetch();
const publicUrl = 'https://app.punctual-posts.com';
const inMs = (date: Date | null | undefined): number => (date?.getTime() ?? 0) - Date.now();

let pds: Pds;
let clientKey: string;
beforeAll(async () => {
  clientKey = JSON.stringify(await newPrivateJwk());
  const documents = await redirectOf(blueskyWith({ BLUESKY_CLIENT_JWK: clientKey })).documents?.(publicUrl);
  const clients = Object.entries(documents ?? {});
  pds = await startPds(
    Object.fromEntries(clients.map(([name, document]) => [`${publicUrl}/connect/bluesky/${name}`, document])),
  );
}, pdsHookMsMax);
afterAll(async () => {
  await pds.close();
  await safeFetch[Symbol.asyncDispose]();
});

function blueskyWith(env: Record<string, string> = {}, fetchThrough: SafeFetch = safeFetch): Platform {
  return connectorOf(definition, { fetch: fetchThrough, env });
}

function redirectOf({ connect }: Platform): RedirectConnect {
  const redirect = connect?.redirect ?? null;
  if (redirect === null) throw new Error('Bluesky has no page.');
  return redirect;
}

function onlyCandidate(answer: ConnectAnswer | undefined): ConnectCandidate {
  const [candidate] = answer?.kind === 'granted' ? answer.candidates : [];
  if (candidate === undefined) throw new Error(`Not granted: ${JSON.stringify(answer)}`);
  return candidate;
}

const sessionOf = ({ externalAccountId, handle, credentials }: ConnectCandidate): PlatformSession => ({
  externalAccountId,
  handle,
  credentials,
  baseUrl: pds.url,
});

async function refreshed(platform: Platform, session: PlatformSession) {
  const answer = await platform.refresh(session);
  if (answer.kind !== 'refreshed') throw new Error(`Not refreshed: ${JSON.stringify(answer)}`);
  return { session: { ...session, credentials: answer.credentials }, life: answer.life };
}

describe('an app password at a real Bluesky server', () => {
  let bluesky: Platform;
  beforeAll(() => {
    bluesky = blueskyWith({ BLUESKY_PLC_URL: pds.plcUrl });
  });

  async function connected({ handle, appPassword }: PdsAccount): Promise<ConnectCandidate> {
    const values = { handle: `@${handle}`, service: `${pds.url}/`, appPassword };
    const place = { baseUrl: 'http://127.0.0.1:1' };
    return onlyCandidate(await bluesky.connect?.credentials?.connect(place, values));
  }

  it('connects the account and reports how long the session lives', async () => {
    const [alice] = pds.accounts;
    const candidate = await connected(alice);
    // This server has no network that could return a profile.
    const { did: externalAccountId, handle } = alice;
    expect(candidate).toMatchObject({ externalAccountId, handle, displayName: null, serviceUrl: pds.url });
    const { tokenExpiresAt, refreshBy } = candidate.life;
    expect(inMs(tokenExpiresAt)).toBeGreaterThan(110 * 60_000);
    expect(inMs(tokenExpiresAt)).toBeLessThan(121 * 60_000);
    expect(inMs(refreshBy)).toBeGreaterThan(89.9 * dayMs);
    expect(inMs(refreshBy)).toBeLessThan(90.1 * dayMs);
  });

  it('can be checked, refreshed with a new lifetime, and revoked', async () => {
    const [, bob] = pds.accounts;
    const session = sessionOf(await connected(bob));
    expect(await bluesky.check?.(session)).toMatchObject({ kind: 'alive', handle: bob.handle });
    const { session: renewed, life } = await refreshed(bluesky, session);
    expect(inMs(life?.refreshBy)).toBeGreaterThan(89.9 * dayMs);
    published((await publish(bluesky, renewed, textPost('by an app password'))).answer);
    expect(await bluesky.revoke?.(renewed)).toEqual({ kind: 'revoked' });
    expect((await bluesky.refresh(renewed)).kind).toBe('auth-revoked');
    expect(await bluesky.revoke?.(renewed)).toEqual({ kind: 'revoked' });
  });
});

describe('the consent page of a real Bluesky server', () => {
  interface Way {
    platform: Platform;
    redirectUri: string;
  }
  /** The app is a program on a local machine, which any server accepts without proof of its identity. */
  const publicWay = (fetchThrough: SafeFetch = safeFetch): Way => ({
    platform: blueskyWith({ BLUESKY_PLC_URL: pds.plcUrl }, fetchThrough),
    redirectUri: 'http://127.0.0.1:3000/connect/bluesky/callback',
  });
  /** The app is an installation with a URL and a key. The server reads its document. */
  const provenWay = (key = clientKey): Way => ({
    platform: blueskyWith({
      BLUESKY_PLC_URL: pds.plcUrl,
      BLUESKY_CLIENT_JWK: key,
      PUBLIC_URL: `${publicUrl}/`,
    }),
    redirectUri: `${publicUrl}/connect/bluesky/callback`,
  });

  async function begun(way: Way, handle: string | null) {
    const place = { baseUrl: pds.url };
    const codeVerifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    const { redirectUri } = way;
    const asked = { redirectUri, state: 'state-of-this-test', codeChallenge, handle };
    const answer = await redirectOf(way.platform).begin(place, asked);
    if (answer.kind !== 'begun') throw new Error(`Not begun: ${JSON.stringify(answer)}`);
    const finish = (back: URL, verifier = codeVerifier, carried: JsonObject | null = answer.carried) => {
      const result = { query: back.searchParams, redirectUri, codeVerifier: verifier };
      return redirectOf(way.platform).finish(place, result, carried);
    };
    return { ...answer, finish };
  }

  async function connected(way: Way, account: PdsAccount): Promise<PlatformSession> {
    const { authorizeUrl, finish } = await begun(way, account.handle);
    return sessionOf(onlyCandidate(await finish(await consentAtPds(authorizeUrl, account))));
  }

  it.each([
    ['a program without a key', publicWay, { refreshBy: null, reconnectDays: 14 }],
    ['an installation with a key', provenWay, { refreshBy: 90, reconnectDays: 730 }],
  ])('grants access to %s', async (_whom, wayOf, { refreshBy, reconnectDays }) => {
    const way = wayOf();
    const [alice] = pds.accounts;
    const { authorizeUrl, finish } = await begun(way, `@${alice.handle.toUpperCase()}`);
    const back = await consentAtPds(authorizeUrl, alice);
    expect(back.searchParams.get('state')).toBe('state-of-this-test');
    const candidate = onlyCandidate(await finish(back));
    expect(candidate).toMatchObject({
      externalAccountId: alice.did,
      handle: alice.handle,
      serviceUrl: pds.url,
      scopes: ['atproto', 'transition:generic'],
      reason: null,
    });
    const { life } = candidate;
    expect(inMs(life.tokenExpiresAt)).toBeGreaterThan(0);
    expect(inMs(life.tokenExpiresAt)).toBeLessThan(61 * 60_000);
    expect(life.refreshBy === null ? null : Math.round(inMs(life.refreshBy) / dayMs)).toBe(refreshBy);
    expect(Math.round(inMs(life.reconnectBy) / dayMs)).toBe(reconnectDays);
    expect(await finish(back)).toMatchObject({ kind: 'denied', code: 'CODE_REFUSED' });
  });

  it('asks for the account if no handle was given', async () => {
    const [, bob] = pds.accounts;
    const { authorizeUrl, finish } = await begun(publicWay(), null);
    expect(onlyCandidate(await finish(await consentAtPds(authorizeUrl, bob))).handle).toBe(bob.handle);
  });

  it('lets the user deny access', async () => {
    const [alice] = pds.accounts;
    const { authorizeUrl, finish } = await begun(publicWay(), alice.handle);
    const back = await consentAtPds(authorizeUrl, alice, 'deny');
    expect(await finish(back)).toMatchObject({ kind: 'denied', code: 'ACCESS_DENIED' });
  });

  it('gives no access to a thief, or to an account that the user did not enter', async () => {
    const [alice, bob] = pds.accounts;
    const first = await begun(publicWay(), alice.handle);
    const back = await consentAtPds(first.authorizeUrl, alice);
    expect((await first.finish(back, randomBytes(32).toString('base64url'))).kind).toBe('denied');
    const second = await begun(publicWay(), alice.handle);
    const other = await begun(publicWay(), null);
    const stolen = await consentAtPds(second.authorizeUrl, alice);
    // The code is exchanged with another key than the one that requested it.
    expect((await second.finish(stolen, undefined, other.carried)).kind).toBe('denied');
    const third = await begun(publicWay(), alice.handle);
    const answer = await third.finish(await consentAtPds(other.authorizeUrl, bob));
    expect(answer.kind).toBe('denied');
  });

  it('connects an account that publishes with images, without repeated calls', async () => {
    const sent: string[] = [];
    const counting: SafeFetch = async (request) => {
      const answer = await safeFetch(request);
      sent.push(
        `${request.method} ${new URL(request.url).pathname.split('/').at(-1) ?? ''} ${answer.status}`,
      );
      return answer;
    };
    const [alice] = pds.accounts;
    const session = await connected(publicWay(), alice);
    // The client does not know a nonce of the server yet.
    const { platform } = publicWay(counting);
    const publication = textPost('by OAuth', { media: [picture()] });
    const state = uploaded(await upload(platform, session, publication));
    expect(sent).toEqual(['POST com.atproto.repo.uploadBlob 401', 'POST com.atproto.repo.uploadBlob 200']);
    sent.length = 0;
    const ready = await prepared(platform, session, publication, state);
    const post = published(await platform.commit(session, publication, ready));
    expect(sent).toEqual(['POST com.atproto.repo.createRecord 200']);
    const search = { since: new Date(0), takenIds: new Set<string>() };
    expect(await platform.findPublished(session, publication, ready, search)).toEqual({
      kind: 'found',
      published: post,
    });
    sent.length = 0;
    const fresh = publicWay(counting).platform;
    const next = textPost('refused once for want of a nonce');
    published(await fresh.commit(session, next, await prepared(fresh, session, next)));
    expect(sent).toEqual([
      'POST com.atproto.repo.createRecord 401',
      'POST com.atproto.repo.createRecord 200',
    ]);
  });

  it('grants access that can be refreshed, using each token once, and revoked', async () => {
    for (const way of [publicWay(), provenWay()]) {
      const { platform } = way;
      const [, bob] = pds.accounts;
      const first = await connected(way, bob);
      expect(await platform.check?.(first)).toMatchObject({ kind: 'alive', handle: bob.handle });
      const { session, life } = await refreshed(platform, first);
      expect(inMs(life?.reconnectBy)).toBeLessThan(731 * dayMs);
      published((await publish(platform, session, textPost('after a refresh'))).answer);
      expect(await platform.revoke?.(session)).toEqual({ kind: 'revoked' });
      expect((await platform.check?.(session))?.kind).toBe('auth-expired');
      expect((await platform.refresh(session)).kind).toBe('auth-revoked');
      expect(await platform.revoke?.(session)).toEqual({ kind: 'revoked' });
      const again = await connected(way, bob);
      await refreshed(platform, again);
      expect((await platform.refresh(again)).kind).toBe('auth-revoked');
    }
  });

  it('grants access that survives an attempt to refresh it with another key', async () => {
    const [alice] = pds.accounts;
    const session = await connected(provenWay(), alice);
    const { platform: other } = provenWay(JSON.stringify(await newPrivateJwk()));
    expect(await other.refresh(session)).toMatchObject({ kind: 'rejected', code: 'PERMISSION_MISSING' });
    await refreshed(provenWay().platform, session);
  });

  it('grants tokens that are useless without their key', async () => {
    const [alice] = pds.accounts;
    const session = await connected(publicWay(), alice);
    const stolen = { ...session, credentials: { ...session.credentials, dpopKey: await newPrivateJwk() } };
    const { platform } = publicWay();
    expect((await platform.check?.(stolen))?.kind).toBe('auth-expired');
    const { accessToken } = session.credentials as { accessToken: string };
    const asPassword = { ...session, credentials: { accessJwt: accessToken, refreshJwt: accessToken } };
    expect((await platform.check?.(asPassword))?.kind).toMatch(/^auth-/);
  });
});

function picture(): PublicationMedia {
  const header =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const bytes = Buffer.from(header, 'base64');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    assetId: sha256,
    kind: 'IMAGE',
    mime: 'image/png',
    sizeBytes: bytes.length,
    sha256,
    width: 1,
    height: 1,
    durationMs: null,
    altText: 'a dot',
    open: ({ start, end }) => Readable.from([bytes.subarray(start, end)]),
    publicUrl: () => Promise.reject(new Error('Bluesky takes bytes')),
  };
}
