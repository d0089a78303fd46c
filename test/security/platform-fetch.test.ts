import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppConfig } from '../../src/config/config.js';
import { createContext, type AppContext } from '../../src/context.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { createPlatformFetch } from '../../src/egress/platform-fetch.js';
import { createDnsResolver } from '../../src/egress/resolver.js';
import type { EgressError, EgressRequest } from '../../src/egress/safe-fetch.js';
import { connectBluesky } from '../../src/platforms/bluesky/connect.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { readSettings } from '../../src/platforms/kit/definition.js';
import { testConfig } from '../harness/config.js';
import { openMediaShelf, upload, type MediaShelf } from '../platforms/media-support.js';
import { connector, prepared, startStub, textPost, type Stub } from '../platforms/support.js';
import { startDnsServer } from './dns-server.js';
import { openCanary, serveAt, type LoopbackServer } from './loopback.js';
import { createTestCertificate } from './test-certificate.js';

const closed = { allowCidrs: [], ownHosts: [], nat64: false };
const session = { did: 'did:plc:alice', handle: 'alice.test', accessJwt: 'access', refreshJwt: 'refresh' };
const credentials = { accessJwt: 'access-canary', refreshJwt: 'refresh-canary' };

let canary: LoopbackServer;
/** The URL of an account's server is in the account's own document, which each test sets. */
let login: Stub;
let endpoint = '';
beforeAll(async () => {
  canary = await openCanary();
  login = await startStub(() => ({
    status: 200,
    body: { ...session, didDoc: { service: [{ id: '#atproto_pds', serviceEndpoint: endpoint }] } },
  }));
});
afterAll(async () => {
  await canary[Symbol.asyncDispose]();
  await login[Symbol.asyncDispose]();
});

/** Composes a real process. These tests do not use its database or Temporal. */
function compose(more: Partial<AppConfig> = {}): AppContext {
  return createContext(
    testConfig({
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      databasePoolMax: 1,
      temporal: { namespace: 'default', connection: { address: '127.0.0.1:1' } },
      platformSettings: readSettings(platformDefinitions, { BLUESKY_URL: login.url }),
      egressPolicy: closed,
      ...more,
    }),
    'test',
  );
}

async function closing<T>(context: AppContext, work: (context: AppContext) => Promise<T>): Promise<T> {
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

const accountAt = (baseUrl: string): PlatformSession => ({
  externalAccountId: session.did,
  handle: session.handle,
  baseUrl,
  credentials,
});

describe('the account’s server in a DID document', () => {
  const connect = (context: AppContext) => {
    const asked = { serviceUrl: login.url, identifier: 'alice.test', appPassword: 'abcd-efgh-ijkl-mnop' };
    return connectBluesky(context.fetchFor('BLUESKY'), asked);
  };

  it('is refused without a request if it is in a private network', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433']) {
      endpoint = `http://${host}:${canary.port}`;
      const result = await closing(compose(), connect);
      expect([host, result]).toEqual([
        host,
        { kind: 'failed', message: expect.stringMatching(/^The account’s server cannot be used/) as string },
      ]);
    }
    expect(canary.accepted()).toBe(0);
  });

  it('is used if it is the configured one or in an allowed network', async () => {
    endpoint = login.url;
    expect(await closing(compose(), connect)).toMatchObject({ kind: 'connected', baseUrl: login.url });
    const open = { ...closed, allowCidrs: ['127.0.0.0/8'] };
    await using pds = await startStub(() => ({ status: 200, body: {} }));
    endpoint = pds.url;
    const result = await closing(compose({ platformSettings: {}, platformEgress: open }), connect);
    expect(result).toMatchObject({ kind: 'connected', baseUrl: pds.url });
    expect(pds.requests).toHaveLength(1);
  });

  it('is not called later either, so that a post fails visibly and no tokens are sent', async () => {
    const shelf: MediaShelf = await openMediaShelf();
    await closing(compose(), async ({ deps }) => {
      const bluesky = connector(deps.platforms, 'BLUESKY');
      const account = accountAt(`http://127.0.0.1:${canary.port}`);
      const publication = textPost('hi', { media: [shelf.medium()] });
      const state = await prepared(bluesky, account, textPost('hi'));
      const refused = { kind: 'rejected', code: 'PLATFORM_UNAVAILABLE' };
      expect(await bluesky.commit(account, textPost('hi'), state)).toMatchObject(refused);
      expect((await upload(bluesky, account, publication)).answer).toMatchObject(refused);
      expect(await bluesky.refresh(account)).toMatchObject(refused);
      // A look-up whose request was refused proves nothing.
      const search = { since: new Date(0), takenIds: new Set<string>() };
      expect(await bluesky.findPublished(account, textPost('hi'), state, search)).toMatchObject(refused);
    });
    await shelf[Symbol.asyncDispose]();
    expect(canary.accepted()).toBe(0);
  });
});

describe('a URL that is not configured', () => {
  interface Hostile {
    url: string;
  }
  const corpus = JSON.parse(
    readFileSync(new URL('./hostile-urls.json', import.meta.url), 'utf8'),
  ) as Hostile[];

  const send = (context: AppContext, name: PlatformName, request: Partial<EgressRequest> & { url: string }) =>
    context
      .fetchFor(name)({ method: 'PUT', body: 'x', timeoutMs: 4_000, ...request })
      .then(
        (answer) => answer.status,
        (error: unknown) => error as EgressError,
      );

  it.each([['any' as const], [[]]])(
    'is checked by the guard, so that no URL of the whole corpus opens a connection (credentials to: %j)',
    async (credentialHosts) => {
      // A hostile name server whose every name resolves to this machine.
      await using dns = await startDnsServer(({ type }) => (type === 'A' ? ['127.0.0.1'] : ['::1']));
      const resolver = createDnsResolver({ servers: [dns.address] });
      await using safeFetch = createSafeFetch();
      await using guardedFetch = createGuardedFetch({
        resolver,
        policy: { ownHosts: ['punctual.example.com'] },
      });
      const configuredUrls = ['https://api.x.com'];
      const out = createPlatformFetch({ safeFetch, guardedFetch, configuredUrls, credentialHosts });
      for (const hostile of corpus) {
        const url = hostile.url.replaceAll('{port}', String(canary.port));
        const refusal: unknown = await out({ url, method: 'PUT', body: 'x', timeoutMs: 4_000 }).catch(
          (error: unknown) => error,
        );
        expect([url, refusal]).toEqual([url, expect.objectContaining({ sent: false, reason: 'refused' })]);
      }
      expect(canary.accepted()).toBe(0);
    },
  );

  it('may return less data than a configured one, unless the call sets the limit', async () => {
    const many = { status: 200, body: Array.from({ length: 3_000 }, () => 0) };
    const long = { status: 200, body: { text: 'a'.repeat(300_000) } };
    let answer: object = many;
    await using stranger = await startStub(() => answer as { status: number });
    const open = { ...closed, allowCidrs: ['127.0.0.0/8'] };
    await closing(compose({ platformEgress: open }), async (context) => {
      const ask = (more: Partial<EgressRequest> = {}) =>
        send(context, 'BLUESKY', { url: stranger.url, method: 'GET', ...more });
      for (answer of [many, long]) expect(await ask()).toMatchObject({ sent: true, reason: 'too-large' });
      expect(await ask({ responseBytesMax: 400_000 })).toBe(200);
      answer = many;
      expect(await ask({ responseValuesMax: 4_000 })).toBe(200);
    });
    const settings = readSettings(platformDefinitions, { BLUESKY_URL: stranger.url });
    await closing(compose({ platformSettings: settings }), async (context) => {
      expect(await send(context, 'BLUESKY', { url: stranger.url })).toBe(200);
    });
  });

  it('counts as such if it differs from a configured one in any part', async () => {
    const sandbox = `http://127.0.0.1:${canary.port}`;
    await closing(compose({ sandboxUrl: sandbox }), async (context) => {
      for (const url of [
        `${sandbox}/threads/v1.0/me`,
        `${sandbox}/x/../threads/v1.0/me`,
        `${sandbox}/x/%2e%2e/threads`,
        `${sandbox}/xy`,
        sandbox,
        `http://localhost:${canary.port}/x/2/tweets`,
        `https://127.0.0.1:${canary.port}/x/2/tweets`,
        `http://api.x.com/2/tweets`,
      ]) {
        const refusal = await send(context, 'X', { url });
        expect([url, refusal]).toEqual([url, expect.objectContaining({ sent: false, reason: 'refused' })]);
      }
    });
    expect(canary.accepted()).toBe(0);
  });

  it.each(['authorization', 'Authorization', 'cookie', 'Proxy-Authorization'])(
    'never receives our %s, because a request with one is refused',
    async (header) => {
      const open = { ...closed, allowCidrs: ['127.0.0.0/8'] };
      await closing(compose({ platformEgress: open }), async (context) => {
        for (const name of ['X', 'THREADS'] as const) {
          const url = `http://127.0.0.1:${canary.port}/upload`;
          const refusal = await send(context, name, { url, headers: { [header]: 'Bearer secret-canary' } });
          expect(refusal).toMatchObject({ sent: false, reason: 'refused' });
          expect((refusal as EgressError).message).not.toContain('canary');
        }
      });
      expect(canary.accepted()).toBe(0);
    },
  );
});

describe('an upload to a URL that a platform has returned', () => {
  it('must use https and receives the whole file, while the platform itself is called as usual', async () => {
    const { key, cert } = createTestCertificate('uploads.example.com');
    const seen: { headers: IncomingHttpHeaders; bytes: number }[] = [];
    const server = createHttpsServer({ key, cert }, (request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => {
        seen.push({ headers: request.headers, bytes });
        response.end('{}');
      });
    });
    await using receiver = await serveAt(server, '127.0.0.1');
    await using safeFetch = createSafeFetch();
    await using guardedFetch = createGuardedFetch({
      resolver: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
      policy: { allowCidrs: ['127.0.0.1/32'] },
      tlsCa: cert,
    });
    await using platform = await startStub(() => ({ status: 200, body: {} }));
    const fetchOf = (credentialHosts: string[]) =>
      createPlatformFetch({ safeFetch, guardedFetch, configuredUrls: [platform.url], credentialHosts });
    const url = `https://uploads.example.com:${receiver.port}/session/1`;
    const lengthBytes = 3_000_000;
    const stream = Readable.from([Buffer.alloc(1_000_000), Buffer.alloc(2_000_000)]);
    const body = { stream, lengthBytes };
    expect(await fetchOf([])({ url, method: 'PUT', body })).toMatchObject({ status: 200 });
    expect(seen[0]).toMatchObject({ bytes: lengthBytes, headers: { 'content-length': String(lengthBytes) } });
    expect(seen[0]?.headers.authorization).toBeUndefined();
    // A host that the connector names as its platform's own gets the token.
    const headers = { authorization: 'Bearer ours' };
    await fetchOf([`uploads.example.com:${receiver.port}`])({ url, method: 'PUT', headers });
    expect(seen[1]?.headers.authorization).toBe('Bearer ours');
    await fetchOf([])({ url: `${platform.url}/2/media`, method: 'POST', headers });
    expect(platform.requests[0]?.headers.authorization).toBe('Bearer ours');
  });
});
