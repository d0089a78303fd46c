import { describe, expect, it } from 'vitest';
import { createShiftedClock } from '../../../../test/harness/clock.js';
import { connectorOf, startStub } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox } from '../../../../test/platforms/use-sandbox.js';
import type { ConnectAnswer, ConnectCandidate, ConnectPlace } from '../../kit/connect.js';
import type { PlatformSession } from '../../kit/session.js';
import { bluesky as definition } from '../definition.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const appPassword = 'sandbox-app-password';
const clock = createShiftedClock();
const safeFetch = useSafeFetch();
const bluesky = connectorOf(definition, { fetch: safeFetch, now: () => clock.now() });

const sandbox = useSandbox({ clock });

const place = (): ConnectPlace => {
  const sandboxUrl = `${sandbox.url}/bluesky`;
  return { baseUrl: sandboxUrl, sandboxUrl };
};

async function connect(values: Record<string, string>, at = place()): Promise<ConnectAnswer> {
  const answer = await bluesky.connect?.credentials?.connect(at, values);
  if (answer === undefined) throw new Error('Bluesky takes no credentials.');
  return answer;
}

async function connected(handle = 'acme.bsky.test'): Promise<ConnectCandidate> {
  const answer = await connect({ handle, appPassword });
  const [candidate] = answer.kind === 'granted' ? answer.candidates : [];
  if (candidate === undefined) throw new Error(`Not granted: ${JSON.stringify(answer)}`);
  return candidate;
}

const sessionOf = ({ externalAccountId, handle, credentials }: ConnectCandidate): PlatformSession => ({
  externalAccountId,
  handle,
  credentials,
  ...place(),
});

async function refreshed(session: PlatformSession): Promise<PlatformSession> {
  const answer = await bluesky.refresh(session);
  if (answer.kind !== 'refreshed') throw new Error(`Not refreshed: ${JSON.stringify(answer)}`);
  return { ...session, credentials: answer.credentials };
}

describe('an app password', () => {
  it('connects an account with its name, its picture and the lifetime of its session', async () => {
    const at = clock.now().getTime();
    const candidate = await connected('@acme.bsky.test');
    expect(candidate).toMatchObject({
      externalAccountId: 'did:plc:acmenewssandboxaccount22',
      handle: 'acme.bsky.test',
      displayName: 'Acme News',
      avatarUrl: `${sandbox.url}/bluesky/img/avatar/did:plc:acmenewssandboxaccount22`,
      serviceUrl: `${sandbox.url}/bluesky`,
      scopes: null,
      reason: null,
    });
    expect(candidate.life.refreshBy?.getTime()).toBeGreaterThanOrEqual(at + 90 * dayMs);
    expect(JSON.stringify(candidate)).not.toContain(appPassword);
    expect((await fetch(candidate.avatarUrl ?? '')).headers.get('content-type')).toBe('image/svg+xml');
  });

  it('is denied if it is wrong, with a message that does not repeat it', async () => {
    const answer = await connect({ handle: 'acme.bsky.test', appPassword: 'hunter2-hunter2' });
    expect(answer).toMatchObject({ kind: 'denied', code: 'INVALID_CREDENTIALS' });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });

  it('is sent only to the server in the form or else to the configured one, and in the sandbox only there', async () => {
    await using own = await startStub(() => ({ status: 401, body: { error: 'AuthenticationRequired' } }));
    const values = { handle: 'acme.bsky.test', service: own.url, appPassword };
    expect((await connect(values)).kind).toBe('granted');
    expect(own.requests).toEqual([]);
    expect((await connect(values, { baseUrl: 'http://127.0.0.1:1' })).kind).toBe('denied');
    expect((await connect({ ...values, service: '' }, { baseUrl: own.url })).kind).toBe('denied');
    expect(own.requests.map(({ url }) => url)).toEqual(
      Array.from({ length: 2 }, () => '/xrpc/com.atproto.server.createSession'),
    );
  });

  it.each([
    [429, 'PLATFORM_UNAVAILABLE'],
    [502, 'PLATFORM_UNAVAILABLE'],
    [400, 'INVALID_CREDENTIALS'],
    [401, 'INVALID_CREDENTIALS'],
  ])('turns the response %i into %s', async (status, code) => {
    await using server = await startStub(() => ({
      status,
      body: { error: 'AnError', message: appPassword },
    }));
    const answer = await connect({ handle: 'acme.bsky.test', appPassword }, { baseUrl: server.url });
    expect(answer).toMatchObject({ kind: 'denied', code });
    expect(JSON.stringify(answer)).not.toContain(appPassword);
  });

  describe('connecting to a self-hosted server', () => {
    const did = 'did:plc:nobodynobodynobodynobody';
    const login = { did, handle: 'no.body', accessJwt: 'access', refreshJwt: 'refresh' };
    const documentAt = (serviceEndpoint: string) => ({
      status: 200,
      body: { id: did, service: [{ id: '#atproto_pds', serviceEndpoint }] },
    });
    const down = { status: 502, body: '<html>' };
    const didDocAt = (serviceEndpoint: string) => documentAt(serviceEndpoint).body;

    async function connectAt(server: string, plcUrl: string): Promise<ConnectAnswer> {
      const parts = { fetch: safeFetch, now: () => clock.now(), env: { BLUESKY_PLC_URL: plcUrl } };
      const { connect: ways } = connectorOf(definition, parts);
      const answer = await ways?.credentials?.connect(
        { baseUrl: server },
        { handle: 'no.body', service: `${server}/`, appPassword },
      );
      if (answer === undefined) throw new Error('Bluesky takes no credentials.');
      return answer;
    }

    it('connects an account whose profile cannot be read', async () => {
      await using server = await startStub(({ url }) =>
        url.includes('createSession') ? { status: 200, body: login } : down,
      );
      await using directory = await startStub(() => documentAt(server.url));
      expect(await connectAt(server.url, directory.url)).toMatchObject({
        candidates: [{ handle: 'no.body', displayName: null, avatarUrl: null, serviceUrl: server.url }],
      });
      expect(directory.requests.map(({ url }) => url)).toEqual([`/${did}`]);
    });

    it('does not connect an account whose own document names another server', async () => {
      await using server = await startStub(() => ({ status: 200, body: login }));
      await using directory = await startStub(() => documentAt('https://pds.example.com'));
      expect(await connectAt(server.url, directory.url)).toMatchObject({
        kind: 'denied',
        code: 'PLATFORM_REJECTED',
      });
    });

    it.each([
      [{ status: 200, body: { did, handle: 'no.body' } }, 'granted'],
      [{ status: 200, body: { did: 'did:plc:somebodyelse', handle: 'no.body' } }, 'denied'],
      [{ status: 400, body: { error: 'InvalidToken' } }, 'denied'],
      [{ status: 401, body: {} }, 'denied'],
      [{ status: 429, body: {} }, 'rate-limited'],
      [down, 'ambiguous'],
    ])(
      'trusts a server that signs in for others only if the account’s own server agrees: %o',
      async (session, kind) => {
        await using own = await startStub(({ url }) => (url.includes('getSession') ? session : down));
        await using directory = await startStub(() => documentAt(own.url));
        await using server = await startStub(() => ({
          status: 200,
          body: { ...login, didDoc: didDocAt(own.url) },
        }));
        expect((await connectAt(server.url, directory.url)).kind).toBe(kind);
      },
    );

    it('can be tried again if the directory is down', async () => {
      await using server = await startStub(() => ({ status: 200, body: login }));
      await using directory = await startStub(() => down);
      expect((await connectAt(server.url, directory.url)).kind).toBe('ambiguous');
    });
  });
});

describe('a session', () => {
  it('is checked, and lives for a year if it is refreshed in time', async () => {
    let session = sessionOf(await connected());
    for (let day = 0; day < 366; day += 60) {
      clock.shiftMs += 60 * dayMs;
      expect((await bluesky.check?.(session))?.kind).toBe('auth-expired');
      session = await refreshed(session);
    }
    expect(await bluesky.check?.(session)).toMatchObject({
      kind: 'alive',
      handle: 'acme.bsky.test',
      displayName: 'Acme News',
    });
  });

  it('can be checked without a profile while the account’s server cannot ask the network', async () => {
    const session = sessionOf(await connected());
    const own = { did: session.externalAccountId, handle: 'acme.bsky.test', active: true };
    await using stub = await startStub(({ url }) =>
      url.includes('getProfile') ? { status: 502 } : { status: 200, body: own },
    );
    const checked = await bluesky.check?.({ ...session, baseUrl: stub.url });
    expect(checked).toEqual({ kind: 'alive', handle: 'acme.bsky.test' });
  });

  it('expires after 90 days without a refresh', async () => {
    const session = sessionOf(await connected());
    clock.shiftMs += 90 * dayMs + 1_000;
    expect((await bluesky.refresh(session)).kind).toBe('auth-revoked');
  });

  it('can be refreshed with the same token for two hours, and not after that', async () => {
    const session = sessionOf(await connected('shop.bsky.test'));
    const next = await refreshed(session);
    clock.shiftMs += 119 * minuteMs;
    expect((await refreshed(session)).credentials).toEqual(next.credentials);
    clock.shiftMs += 2 * minuteMs;
    expect((await bluesky.refresh(session)).kind).toBe('auth-revoked');
    await refreshed(next);
  });

  it('is ended once at the server when the account is disconnected', async () => {
    const session = sessionOf(await connected());
    expect(await bluesky.revoke?.(session)).toEqual({ kind: 'revoked' });
    expect((await bluesky.refresh(session)).kind).toBe('auth-revoked');
    expect((await bluesky.check?.(session))?.kind).toBe('auth-expired');
    expect(await bluesky.revoke?.(session)).toEqual({ kind: 'revoked' });
    await connected();
  });

  it('ends when its owner revokes it', async () => {
    const session = sessionOf(await connected());
    const body = new URLSearchParams({ platform: 'BLUESKY', accountId: session.externalAccountId });
    await fetch(`${sandbox.url}/grants/revoke`, { method: 'POST', body, redirect: 'manual' });
    expect((await bluesky.check?.(session))?.kind).toBe('auth-expired');
    expect((await bluesky.refresh(session)).kind).toBe('auth-revoked');
  });

  it('is not healthy if it belongs to another account or to an inactive one', async () => {
    const session = sessionOf(await connected());
    const about = { did: session.externalAccountId, handle: 'acme.bsky.test' };
    const checkedAgainst = async (body: object) => {
      await using server = await startStub(() => ({ status: 200, body }));
      return await bluesky.check?.({ ...session, baseUrl: server.url });
    };
    expect(await checkedAgainst({ ...about, did: 'did:plc:other' })).toMatchObject({ kind: 'rejected' });
    expect(await checkedAgainst({ ...about, active: false, status: 'deactivated' })).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('deactivated') as string,
    });
  });
});
