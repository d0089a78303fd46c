import { createHash, randomBytes } from 'node:crypto';
import { consentAtPds } from '../../../../test/harness/pds-consent.js';
import { readSettings } from '../../kit/definition.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPds, type Pds, type PdsAccount } from '../../../../test/harness/pds.js';
import { connector, publish, published, textPost } from '../../../../test/platforms/support.js';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import type { ConnectCandidate } from '../../kit/connect.js';
import { createPlatforms } from '../../kit/create-platforms.js';
import type { PlatformSession } from '../../kit/platform.js';
import { bluesky as definition } from '../definition.js';

const dayMs = 24 * 60 * 60_000;
const safeFetch = createSafeFetch();
const clock = { now: () => new Date() };
const platforms = createPlatforms({ definitions: [definition], fetchFor: () => safeFetch, clock });
const bluesky = connector(platforms, 'BLUESKY');

let pds: Pds;
beforeAll(async () => {
  pds = await startPds();
});
afterAll(async () => {
  await pds.close();
  await safeFetch[Symbol.asyncDispose]();
});

const sessionOf = ({ externalAccountId, handle, credentials }: ConnectCandidate): PlatformSession => ({
  externalAccountId,
  handle,
  credentials,
  baseUrl: pds.url,
});

describe('an app password at a real server', () => {
  async function connected({ handle, appPassword }: PdsAccount): Promise<ConnectCandidate> {
    const values = { handle: `@${handle}`, service: `${pds.url}/`, appPassword };
    const answer = await bluesky.connect?.credentials?.connect({ baseUrl: 'http://127.0.0.1:1' }, values);
    const [candidate] = answer?.kind === 'granted' ? answer.candidates : [];
    if (candidate === undefined) throw new Error(`Not granted: ${JSON.stringify(answer)}`);
    return candidate;
  }

  it('connects the account, and says how long that lives', async () => {
    const [alice] = pds.accounts;
    const candidate = await connected(alice);
    // This server knows no network that could show a profile.
    const { did: externalAccountId, handle } = alice;
    expect(candidate).toMatchObject({ externalAccountId, handle, displayName: null, serviceUrl: pds.url });
    const { tokenExpiresAt, refreshBy } = candidate.life;
    const inMs = (date: Date | null): number => (date?.getTime() ?? 0) - Date.now();
    expect(inMs(tokenExpiresAt)).toBeGreaterThan(110 * 60_000);
    expect(inMs(tokenExpiresAt)).toBeLessThan(121 * 60_000);
    expect(inMs(refreshBy)).toBeGreaterThan(89.9 * dayMs);
    expect(inMs(refreshBy)).toBeLessThan(90.1 * dayMs);
  });

  it('is checked, refreshed with its life, and revoked', async () => {
    const [, bob] = pds.accounts;
    const session = sessionOf(await connected(bob));
    expect(await bluesky.check?.(session)).toMatchObject({ kind: 'alive', handle: bob.handle });
    const refreshed = await bluesky.refresh(session);
    if (refreshed.kind !== 'refreshed') throw new Error(JSON.stringify(refreshed));
    expect(refreshed.life?.refreshBy?.getTime()).toBeGreaterThan(Date.now() + 89.9 * dayMs);
    const renewed = { ...session, credentials: refreshed.credentials };
    published((await publish(bluesky, renewed, textPost('by an app password'))).answer);
    expect(await bluesky.revoke?.(renewed)).toEqual({ kind: 'revoked' });
    expect((await bluesky.refresh(renewed)).kind).toBe('auth-revoked');
    expect(await bluesky.revoke?.(renewed)).toEqual({ kind: 'revoked' });
  });
});

describe('OAuth at a real server', () => {
  it('begins', async () => {
    const [alice] = pds.accounts;
    const p = createPlatforms({
      definitions: [definition],
      fetchFor: () => safeFetch,
      clock,
      settings: readSettings([definition], { BLUESKY_PLC_URL: pds.plcUrl, BLUESKY_URL: pds.url }),
    });
    const b = connector(p, 'BLUESKY');
    const redirect = b.connect?.redirect;
    const codeVerifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    const redirectUri = 'http://127.0.0.1:3000/connect/bluesky/callback';
    const begun = await redirect?.begin(
      { baseUrl: pds.url },
      { redirectUri, state: 'a-state', codeChallenge, handle: alice.handle },
    );
    console.log(begun);
    if (begun?.kind !== 'begun') throw new Error();
    const back = await consentAtPds(begun.authorizeUrl, alice);
    console.log(back.href);
    const answer = await redirect?.finish(
      { baseUrl: pds.url },
      { query: back.searchParams, redirectUri, codeVerifier },
      begun.carried,
    );
    console.log(JSON.stringify(answer, null, 1));
    if (answer?.kind !== 'granted') throw new Error();
    const session = sessionOf(answer.candidates[0]!);
    console.log(await b.check?.(session));
    console.log((await publish(b, session, textPost('by oauth'))).answer);
    const r = await b.refresh(session);
    console.log(r);
    if (r.kind !== 'refreshed') throw new Error();
    const renewed = { ...session, credentials: r.credentials };
    console.log(await b.refresh(session));
    console.log(await b.revoke?.(renewed));
    console.log(await b.refresh(renewed));
    console.log(await b.revoke?.(renewed));
    console.log(await b.check?.(renewed));
  });
});
