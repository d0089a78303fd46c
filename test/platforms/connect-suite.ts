import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import type { ConnectCandidate, ConnectPlace, RedirectConnect } from '../../src/platforms/kit/connect.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import type { PlatformDefinition } from '../../src/platforms/kit/definition.js';
import type { Platform } from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import { createShiftedClock, type ShiftedClock } from '../harness/clock.js';
import { consent, openConsent, type Decision } from '../harness/consent.js';
import { startTestSandbox } from '../harness/sandbox.js';
import { connector } from './support.js';

const dayMs = 24 * 60 * 60_000;
const state = 'state-of-this-test';

interface World {
  clock: ShiftedClock;
  platform: Platform;
  redirect: RedirectConnect;
  place: ConnectPlace & { sandboxUrl: string };
  revokeAll: (accountId: string) => Promise<void>;
  calls: () => Promise<Record<string, number>>;
}

/** The tests of connecting with a consent page, the same for every platform that has one in the sandbox. */
export function describeConnect(definitions: readonly PlatformDefinition[]): void {
  const safeFetch = createSafeFetch();
  afterAll(() => safeFetch[Symbol.asyncDispose]());
  const clock = createShiftedClock();
  const platforms = createPlatforms({ definitions, fetchFor: () => safeFetch, clock });
  const subjects = definitions.flatMap((definition) => {
    const redirect = platforms.get(definition.name)?.connect?.redirect ?? null;
    return redirect === null || redirect.inSandbox === false ? [] : [{ ...definition, redirect }];
  });
  describe.each(subjects)('connecting $name', ({ name, path, redirect }) => {
    let world: World;
    beforeAll(async () => {
      const sandbox = await startTestSandbox({ clock });
      const sandboxUrl = `${sandbox.url}/${path}`;
      world = {
        clock,
        platform: connector(platforms, name),
        redirect,
        place: { baseUrl: sandboxUrl, sandboxUrl },
        revokeAll: async (accountId) => {
          const body = new URLSearchParams({ platform: name, accountId });
          await fetch(`${sandbox.url}/grants/revoke`, { method: 'POST', body, redirect: 'manual' });
        },
        calls: async () => {
          const { data } = (await (await fetch(`${sandbox.url}/calls`)).json()) as {
            data: Record<string, Record<string, number>>;
          };
          return data[name] ?? {};
        },
      };
      return () => sandbox.close();
    });
    describeGrants(() => world);
    describeRefusals(() => world);
    describeLife(() => world);
  });
}

function describeGrants(worldOf: () => World): void {
  it('grants access to an account with valid credentials', async () => {
    const world = worldOf();
    const candidate = await connected(world);
    expect(candidate).toMatchObject({ reason: null, handle: expect.stringMatching(/\S/) as string });
    for (const { name, required } of world.redirect.scopes) {
      if (required && candidate.scopes !== null) expect(candidate.scopes).toContain(name);
    }
    const checked = await world.platform.check?.(sessionOf(world, candidate));
    expect(checked).toMatchObject({ kind: 'alive', handle: candidate.handle });
  });

  it('returns the state to the callback unchanged', async () => {
    const { back } = await granted(worldOf());
    expect(back.searchParams.get('state')).toBe(state);
  });

  it('grants access to the selected account', async () => {
    const world = worldOf();
    const { accounts } = await openConsent((await begin(world)).authorizeUrl);
    const last = accounts.at(-1);
    if (last === undefined || accounts.length < 2) throw new Error('The page offers no second account.');
    const candidate = await connected(world, { accounts: [last] });
    expect(JSON.stringify(candidate)).toContain(last);
  });
}

function describeRefusals(worldOf: () => World): void {
  it('reports a denial by the user', async () => {
    const { answer } = await granted(worldOf(), { decision: 'deny' });
    expect(answer).toMatchObject({ kind: 'denied', code: 'ACCESS_DENIED' });
  });

  it('reports an error of the platform without the HTML in it', async () => {
    const { answer } = await granted(worldOf(), { outcome: 'error-with-html' });
    expect(answer).toMatchObject({ kind: 'denied', code: 'PLATFORM_REJECTED' });
    expect(JSON.stringify(answer)).not.toMatch(/[<>]/);
  });

  it('refuses a code that is expired or was used before', async () => {
    const world = worldOf();
    const { answer } = await granted(world, { outcome: 'expired-code' });
    expect(answer).toMatchObject({ kind: 'denied', code: 'CODE_REFUSED' });
    const first = await granted(world);
    expect(first.answer.kind).toBe('granted');
    expect(await first.again()).toMatchObject({ kind: 'denied', code: 'CODE_REFUSED' });
  });

  it('refuses a code with another redirect URL, and one without its verifier', async () => {
    const world = worldOf();
    const moved = await granted(world, {}, { redirectUri: 'https://evil.example/connect' });
    expect(moved.answer.kind).toBe('denied');
    if (!world.redirect.pkce) return;
    const stolen = await granted(world, {}, { codeVerifier: randomBytes(32).toString('base64url') });
    expect(stolen.answer).toMatchObject({ kind: 'denied', code: 'CODE_REFUSED' });
  });

  it('returns messages without tokens and codes', async () => {
    const { answer, code } = await granted(worldOf(), { outcome: 'expired-code' });
    expect(JSON.stringify(answer)).not.toContain(code);
    expect(JSON.stringify(answer)).not.toContain('sandbox-client-secret');
  });
}

function describeLife(worldOf: () => World): void {
  it('grants access for a year if it is refreshed, or until a known time', async () => {
    const world = worldOf();
    const candidate = await connected(world);
    let session = sessionOf(world, candidate);
    let { life } = candidate;
    if (life.refreshBy === null && life.tokenExpiresAt !== null && life.reconnectBy !== null) {
      expect(life.reconnectBy.getTime()).toBeGreaterThan(world.clock.now().getTime() + 50 * dayMs);
      return;
    }
    const endMs = world.clock.now().getTime() + 365 * dayMs;
    while (life.refreshBy !== null && world.clock.now().getTime() < endMs) {
      const nowMs = world.clock.now().getTime();
      const dueMs = nowMs + ((life.refreshBy.getTime() - nowMs) * 2) / 3;
      expect(dueMs).toBeGreaterThan(life.refreshNotBefore?.getTime() ?? nowMs);
      world.clock.shiftMs += dueMs - nowMs;
      const answer = await world.platform.refresh(session);
      if (answer.kind !== 'refreshed' || answer.life === undefined) {
        throw new Error(`Not refreshed: ${JSON.stringify(answer)}`);
      }
      session = { ...session, credentials: answer.credentials };
      life = answer.life;
    }
    expect(await world.platform.check?.(session)).toMatchObject({ kind: 'alive' });
    expect((await world.calls())['refreshTokenReused'] ?? 0).toBe(0);
  });

  it('grants access that ends if it is not refreshed in time', async () => {
    const world = worldOf();
    const candidate = await connected(world);
    const endsAt = candidate.life.refreshBy ?? candidate.life.reconnectBy;
    if (endsAt === null) return;
    world.clock.shiftMs += endsAt.getTime() - world.clock.now().getTime() + 60_000;
    expect((await world.platform.refresh(sessionOf(world, candidate))).kind).toBe('auth-revoked');
  });

  it('grants access that ends once the owner of the account revokes it', async () => {
    const world = worldOf();
    const candidate = await connected(world);
    await world.revokeAll(candidate.externalAccountId);
    const session = sessionOf(world, candidate);
    expect((await world.platform.check?.(session))?.kind).toMatch(/^auth-/);
    expect((await world.platform.refresh(session)).kind).toBe('auth-revoked');
    expect((await connected(world)).reason).toBeNull();
  });

  it('grants access that can be revoked at the platform if that supports it, also repeatedly', async () => {
    const world = worldOf();
    const session = sessionOf(world, await connected(world));
    const answer = await world.platform.revoke?.(session);
    if (answer === undefined || answer.kind === 'not-supported') return;
    expect(answer).toEqual({ kind: 'revoked' });
    expect((await world.platform.refresh(session)).kind).toBe('auth-revoked');
    expect(await world.platform.revoke?.(session)).toEqual({ kind: 'revoked' });
  });
}

function sessionOf({ place }: World, candidate: ConnectCandidate): PlatformSession {
  const { externalAccountId, handle, credentials } = candidate;
  return { externalAccountId, handle, credentials, ...place };
}

interface Begun {
  authorizeUrl: string;
  redirectUri: string;
  codeVerifier: string | null;
  carried: Parameters<RedirectConnect['finish']>[2];
}

async function begin({ redirect, place }: Pick<World, 'redirect' | 'place'>): Promise<Begun> {
  const redirectUri = `http://127.0.0.1:3000/connect/test/callback${redirect.redirectEndsWithSlash === true ? '/' : ''}`;
  const codeVerifier = redirect.pkce ? randomBytes(32).toString('base64url') : null;
  const codeChallenge =
    codeVerifier === null ? null : createHash('sha256').update(codeVerifier).digest('base64url');
  const begun = await redirect.begin(place, { redirectUri, state, codeChallenge, handle: null });
  if (begun.kind !== 'begun') throw new Error(`Not begun: ${JSON.stringify(begun)}`);
  return { ...begun, redirectUri, codeVerifier };
}

/** Connects as a person does. `changes` are what a thief may change in the grant. */
export async function granted(
  world: Pick<World, 'redirect' | 'place'>,
  decision: Decision = {},
  changes: Partial<Begun> = {},
) {
  const { redirect, place } = world;
  const { authorizeUrl, ...begun } = await begin(world);
  const back = await consent(authorizeUrl, decision);
  const { carried, redirectUri, codeVerifier } = { ...begun, ...changes };
  const finish = () =>
    redirect.finish(place, { query: back.searchParams, redirectUri, codeVerifier }, carried);
  const code = back.searchParams.get('code') ?? back.searchParams.get('auth_code') ?? '';
  return { back, code, answer: await finish(), again: finish };
}

async function connected(world: World, decision: Decision = {}): Promise<ConnectCandidate> {
  const { answer } = await granted(world, decision);
  const [candidate] = answer.kind === 'granted' ? answer.candidates : [];
  if (candidate === undefined) throw new Error(`Not granted: ${JSON.stringify(answer)}`);
  return candidate;
}
