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
