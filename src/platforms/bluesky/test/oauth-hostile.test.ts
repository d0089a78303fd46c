import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  connectorOf,
  startStub,
  textPost,
  type Stub,
  type StubAnswer,
} from '../../../../test/platforms/support.js';
import { openCanary, type LoopbackServer } from '../../../../test/security/loopback.js';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import { createGuardedFetch } from '../../../egress/guarded-fetch.js';
import { createPlatformFetch } from '../../../egress/platform-fetch.js';
import type { ConnectAnswer, RedirectConnect } from '../../kit/connect.js';
import type { Platform } from '../../kit/platform.js';
import { bluesky as definition } from '../definition.js';
import { newPrivateJwk } from '../dpop.js';
import { handleFault } from '../identity.js';

const did = 'did:plc:alicealicealicealicealic';
const otherDid = 'did:plc:bobbobbobbobbobbobbobbob';
const handle = 'alice.example.com';
const redirectUri = 'https://punctual.example.com/connect/bluesky/callback';
const code = 'code-canary';
const codeVerifier = 'verifier-canary-verifier-canary-verifier-canary';
const safeFetch = createSafeFetch();
const guardedFetch = createGuardedFetch();

/** One stub is the whole network: the service, the directory, the account's server and the one that grants access. */
let network: Stub;
let answers: Record<string, StubAnswer>;
let platform: Platform;
let redirect: RedirectConnect;
beforeAll(async () => {
  network = await startStub(({ url }) => answers[url.split('?')[0] ?? ''] ?? { status: 404 });
  platform = platformWith({ PUBLIC_URL: 'https://punctual.example.com' });
  const page = platform.connect?.redirect ?? null;
  if (page === null) throw new Error('Bluesky has no page.');
  redirect = page;
});
afterAll(async () => {
  await network[Symbol.asyncDispose]();
  await guardedFetch[Symbol.asyncDispose]();
  await safeFetch[Symbol.asyncDispose]();
});

/** As in a real process, configured URLs are called directly, and all others pass the guard. */
function platformWith(env: Record<string, string>): Platform {
  const fetchThrough = createPlatformFetch({
    safeFetch,
    guardedFetch,
    configuredUrls: [network.url],
    credentialHosts: 'any',
  });
  return connectorOf(definition, {
    fetch: fetchThrough,
    env: { BLUESKY_PLC_URL: `${network.url}/plc`, ...env },
  });
}

const ok = (body: object, status = 200): StubAnswer => ({ status, body });
const documentOf = (id: string, name: string, pds = `${network.url}/pds`): StubAnswer =>
  ok({
    id,
    alsoKnownAs: [`at://${name}`],
    service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: pds }],
  });
const metadata = (changes: object = {}): StubAnswer =>
  ok({
    issuer: `${network.url}/as`,
    authorization_endpoint: `${network.url}/as/authorize`,
    token_endpoint: `${network.url}/as/token`,
    pushed_authorization_request_endpoint: `${network.url}/as/par`,
    revocation_endpoint: `${network.url}/as/revoke`,
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: ['ES256'],
    client_id_metadata_document_supported: true,
    ...changes,
  });
const tokens = (changes: object = {}): StubAnswer =>
  ok({
    access_token: 'access-canary',
    refresh_token: 'refresh-canary',
    token_type: 'DPoP',
    scope: 'atproto transition:generic',
    sub: did,
    expires_in: 3600,
    ...changes,
  });

beforeEach(() => {
  network.requests.length = 0;
  answers = {
    '/xrpc/com.atproto.identity.resolveHandle': ok({ did }),
    [`/plc/${did}`]: documentOf(did, handle),
    '/pds/.well-known/oauth-protected-resource': ok({
      resource: `${network.url}/pds`,
      authorization_servers: [`${network.url}/as`],
    }),
    '/as/.well-known/oauth-authorization-server': metadata(),
    '/as/par': ok({ request_uri: 'urn:ietf:params:oauth:request_uri:req-1', expires_in: 300 }, 201),
    '/as/token': tokens(),
  };
});

const place = () => ({ baseUrl: network.url });
const begin = (asked: string | null = handle, uri = redirectUri) =>
  redirect.begin(place(), {
    redirectUri: uri,
    state: 'state-canary',
    codeChallenge: 'a'.repeat(43),
    handle: asked,
  });

async function finish(
  query: Record<string, string> = {},
  asked: string | null = handle,
): Promise<ConnectAnswer> {
  const begun = await begin(asked);
  if (begun.kind !== 'begun') throw new Error(`Not begun: ${JSON.stringify(begun)}`);
  const all = new URLSearchParams({ state: 'state-canary', iss: `${network.url}/as`, code, ...query });
  return redirect.finish(place(), { query: all, redirectUri, codeVerifier }, begun.carried);
}

const asked = (path: string): number => network.requests.filter(({ url }) => url.startsWith(path)).length;
function expectNoSecret(answer: object): void {
  expect(JSON.stringify(answer)).not.toMatch(/canary/);
}

describe('the account that a user enters', () => {
  it('is resolved from its handle to its authorization server', async () => {
    const answer = await finish();
    expect(answer).toMatchObject({
      kind: 'granted',
      candidates: [{ externalAccountId: did, handle, serviceUrl: `${network.url}/pds` }],
    });
    const [pushed] = network.requests.filter(({ url }) => url === '/as/par');
    expect(Object.fromEntries(new URLSearchParams(pushed?.body))).toMatchObject({
      client_id: 'https://punctual.example.com/connect/bluesky/client-metadata.json',
      redirect_uri: redirectUri,
      scope: 'atproto transition:generic',
      login_hint: handle,
    });
  });

  it.each(['', 'alice', 'alice@example.com', 'https://bsky.social', 'a b.example.com', '../../x.com'])(
    'is not looked up as %j',
    async (text) => {
      expect(handleFault(text)).toContain('alice.bsky.social');
      expect(await begin(text)).toMatchObject({ kind: 'unknown-handle' });
      expect(network.requests).toEqual([]);
    },
  );

  it.each(['did:plc:short', 'did:plc:../../../../etc/passwd00', 'did:key:zabc', 'did:web:', 'did:web:a/b'])(
    'is not looked up as %s',
    async (id) => {
      expect(handleFault(id)).not.toBeNull();
      expect((await begin(id)).kind).toBe('denied');
      expect(network.requests).toEqual([]);
    },
  );

  it('is refused if its handle points to another account or to none', async () => {
    answers[`/plc/${did}`] = documentOf(did, 'bob.example.com');
    expect(await begin()).toMatchObject({ kind: 'unknown-handle' });
    answers['/xrpc/com.atproto.identity.resolveHandle'] = { status: 400, body: { error: 'InvalidRequest' } };
    expect(await begin()).toMatchObject({ kind: 'unknown-handle' });
    expect(asked('/as')).toBe(0);
  });

  it('is refused if the directory returns the document of another account', async () => {
    answers[`/plc/${did}`] = documentOf(otherDid, handle);
    expect((await begin()).kind).toBe('denied');
    expect(asked('/pds')).toBe(0);
  });

  it('must have the form of a handle or a DID', () => {
    for (const name of [handle, `@${handle}`, handle.toUpperCase(), did, 'did:web:alice.example.com']) {
      expect(handleFault(name)).toBeNull();
    }
  });

  it('gets a consent page with the time limit of its link', async () => {
    expect(await begin()).toMatchObject({ kind: 'begun', linkMsMax: 300_000 });
  });

  it('can be tried again if the directory is down', async () => {
    answers[`/plc/${did}`] = { status: 503 };
    expect((await begin()).kind).toBe('ambiguous');
  });
});

describe('a document or metadata', () => {
  const services = (count: number): object[] => Array.from({ length: count }, () => ({}));

  it.each([
    ['has too many values', { service: services(340) }, 'more than 300 JSON values'],
    ['is longer than 64 KiB', { alsoKnownAs: ['a'.repeat(70_000)] }, 'longer than 65536 bytes'],
  ])('is not parsed if it %s', async (_what, changes, words) => {
    const refused = { kind: 'ambiguous', message: expect.stringContaining(words) as string };
    const grown = ({ body }: StubAnswer): StubAnswer => ok({ ...(body as object), ...changes });
    const path = '/as/.well-known/oauth-authorization-server';
    for (const at of [`/plc/${did}`, '/pds/.well-known/oauth-protected-resource', path, '/as/par']) {
      const usual = answers[at] ?? ok({});
      answers[at] = grown(usual);
      expect([at, await begin()]).toEqual([
        at,
        expect.objectContaining(at === '/as/par' ? { kind: 'ambiguous' } : refused),
      ]);
      answers[at] = usual;
    }
    answers['/as/token'] = grown(tokens());
    expect(await finish()).toMatchObject({ kind: 'ambiguous' });
    // An app password’s session comes with the account’s document.
    answers['/xrpc/com.atproto.server.createSession'] = ok({ did, handle, ...changes });
    const typed = { handle, service: '', appPassword: 'abcd-efgh-ijkl-mnop' };
    expect(await platform.connect?.credentials?.connect(place(), typed)).toEqual({
      kind: 'denied',
      code: 'PLATFORM_UNAVAILABLE',
      message: refused.message,
    });
  });
});

describe('a URL in a document', () => {
  let canary: LoopbackServer;
  beforeAll(async () => {
    canary = await openCanary();
  });
  afterAll(() => canary[Symbol.asyncDispose]());

  const inside = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'];

  it.each(inside)('is not called if it leads to a private network: %s', async (host) => {
    const address = `http://${host}:${canary.port}`;
    answers[`/plc/${did}`] = documentOf(did, handle, address);
    expect(await begin()).toMatchObject({ kind: 'rejected', code: 'PLATFORM_UNAVAILABLE' });
    answers[`/plc/${did}`] = documentOf(did, handle);
    answers['/pds/.well-known/oauth-protected-resource'] = ok({
      resource: `${network.url}/pds`,
      authorization_servers: [address],
    });
    expect(await begin()).toMatchObject({ kind: 'rejected', code: 'PLATFORM_UNAVAILABLE' });
    expect(await begin(`did:web:${host.replaceAll(/[[\]]/g, '')}%3A${canary.port}`)).not.toMatchObject({
      kind: 'begun',
    });
    for (const endpoint of ['pushed_authorization_request_endpoint', 'token_endpoint']) {
      answers['/pds/.well-known/oauth-protected-resource'] = ok({
        resource: `${network.url}/pds`,
        authorization_servers: [`${network.url}/as`],
      });
      answers['/as/.well-known/oauth-authorization-server'] = metadata({ [endpoint]: `${address}/x` });
      const answer = endpoint === 'token_endpoint' ? await finish() : await begin();
      expect(answer).toMatchObject({ kind: 'rejected', code: 'PLATFORM_UNAVAILABLE' });
      expectNoSecret(answer);
    }
    expect(canary.accepted()).toBe(0);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com/', 'not a URL', ''])(
    'is not used as a consent page: %s',
    async (address) => {
      answers['/as/.well-known/oauth-authorization-server'] = metadata({ authorization_endpoint: address });
      expect((await begin()).kind).toBe('denied');
      expect(asked('/as/par')).toBe(0);
    },
  );
});

describe('an authorization server', () => {
  it.each([
    ['names another issuer', { issuer: 'https://bsky.social' }],
    ['does not support pushed requests', { pushed_authorization_request_endpoint: undefined }],
    ['does not support our DPoP proofs', { dpop_signing_alg_values_supported: ['RS256'] }],
    ['does not support PKCE', { code_challenge_methods_supported: ['plain'] }],
    ['does not support client ids that are URLs', { client_id_metadata_document_supported: false }],
  ])('is not used if it %s', async (_what, changes) => {
    answers['/as/.well-known/oauth-authorization-server'] = metadata(changes);
    expect((await begin()).kind).toBe('denied');
    expect(asked('/as/par')).toBe(0);
  });

  it('is not used if the account’s server names several, or if it names another issuer', async () => {
    const { url } = network;
    for (const body of [
      { resource: `${url}/pds`, authorization_servers: [`${url}/as`, 'https://evil.example.com'] },
      { resource: `${url}/pds`, authorization_servers: [] },
      { resource: 'https://bsky.social', authorization_servers: [`${url}/as`] },
    ]) {
      answers['/pds/.well-known/oauth-protected-resource'] = ok(body);
      expect((await begin()).kind).toBe('denied');
    }
    expect(asked('/as')).toBe(0);
  });

  it('receives no code that was issued by another server', async () => {
    for (const iss of ['https://bsky.social', '', `${network.url}/as/`]) {
      const answer = await finish({ iss });
      expect(answer).toMatchObject({ kind: 'denied', code: 'PLATFORM_REJECTED' });
      expectNoSecret(answer);
    }
    expect(asked('/as/token')).toBe(0);
  });

  it('is not trusted about an account that was not entered or that it does not host', async () => {
    answers['/as/token'] = tokens({ sub: otherDid });
    answers[`/plc/${otherDid}`] = documentOf(otherDid, 'bob.example.com');
    expect(await finish()).toMatchObject({ kind: 'denied', code: 'WRONG_ACCOUNT' });
    // The person entered no account, and the account's own server names another authorization server.
    answers['/.well-known/oauth-protected-resource'] = ok({
      resource: network.url,
      authorization_servers: [`${network.url}/as`],
    });
    answers[`/plc/${otherDid}`] = documentOf(otherDid, 'bob.example.com', `${network.url}/bobs`);
    answers['/bobs/.well-known/oauth-protected-resource'] = ok({
      resource: `${network.url}/bobs`,
      authorization_servers: [`${network.url}/bobs`],
    });
    const { body } = metadata();
    const bobs = { ...(body as object), issuer: `${network.url}/bobs` };
    answers['/bobs/.well-known/oauth-authorization-server'] = ok(bobs);
    expect(await finish({}, null)).toMatchObject({ kind: 'denied', code: 'PLATFORM_REJECTED' });
    expect(asked('/bobs/xrpc')).toBe(0);
  });

  it.each([
    [{ token_type: 'Bearer' }],
    [{ sub: undefined }],
    [{ sub: 'alice' }],
    [{ refresh_token: undefined }],
    [{ scope: undefined }],
  ])('must follow the AT Protocol OAuth profile: it is refused for %o', async (changes) => {
    answers['/as/token'] = tokens(changes);
    const answer = await finish();
    expect(answer).toMatchObject({ kind: 'denied', code: 'PLATFORM_REJECTED' });
    expectNoSecret(answer);
  });

  it.each([
    [ok({ error: 'invalid_grant', error_description: `${code} ${codeVerifier}` }, 400), 'denied', 1],
    [ok({ error: 'use_dpop_nonce' }, 400), 'denied', 2],
    [{ status: 500, body: '<html>' }, 'ambiguous', 1],
    [ok({ error: 'server_error', error_description: code }, 503), 'ambiguous', 1],
    [ok({ error: 'invalid_request' }, 502), 'ambiguous', 1],
    [ok({ error: 'temporarily_unavailable' }, 400), 'ambiguous', 1],
    [{ status: 200, body: 'no JSON' }, 'ambiguous', 1],
    [{ status: 429, body: {} }, 'rate-limited', 1],
  ])('is not called again after the response %o', async (answered, kind, times) => {
    answers['/as/token'] = answered;
    const answer = await finish();
    expect(answer.kind).toBe(kind);
    expectNoSecret(answer);
    expect(asked('/as/token')).toBe(times);
  });

  it('shows no handle that does not resolve back to the account', async () => {
    answers['/.well-known/oauth-protected-resource'] = ok({
      resource: network.url,
      authorization_servers: [`${network.url}/as`],
    });
    answers['/xrpc/com.atproto.identity.resolveHandle'] = ok({ did: otherDid });
    expect(await finish({}, null)).toMatchObject({ candidates: [{ externalAccountId: did, handle: did }] });
  });
});

describe('a post that is signed with a DPoP key', () => {
  it('is sent again only once, and only if the first request was refused for its nonce', async () => {
    const credentials = {
      accessToken: 'access-canary',
      refreshToken: 'refresh-canary',
      dpopKey: await newPrivateJwk(),
      issuer: `${network.url}/as`,
      tokenEndpoint: `${network.url}/as/token`,
      revocationEndpoint: null,
      clientId: 'client',
      clientKeyId: null,
      grantedAt: new Date().toISOString(),
    };
    const session = { externalAccountId: did, handle, baseUrl: `${network.url}/pds`, credentials };
    const state = { rkey: '3kabc', createdAt: new Date().toISOString(), text: 'hi', facets: [], reply: null };
    const commitAgainst = async (answered: StubAnswer): Promise<[string, number]> => {
      answers['/pds/xrpc/com.atproto.repo.createRecord'] = answered;
      network.requests.length = 0;
      const { kind } = await platform.commit(session, textPost('hi'), state);
      return [kind, network.requests.length];
    };
    const wanted = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'a-nonce' };
    const body = { error: 'use_dpop_nonce', message: 'words' };
    expect(await commitAgainst({ status: 401, headers: wanted, body })).toEqual(['auth-expired', 2]);
    const [first, second] = network.requests.map(({ headers }) => String(headers['dpop']));
    expect(first).not.toBe(second);
    const payload = Buffer.from(second?.split('.')[1] ?? '', 'base64url').toString();
    expect(JSON.parse(payload)).toMatchObject({ htm: 'POST', nonce: 'a-nonce' });
    // The error's words alone are not enough if the status proves nothing.
    expect(await commitAgainst({ status: 500, headers: wanted, body })).toEqual(['ambiguous', 1]);
    expect(await commitAgainst({ status: 200, headers: wanted, body })).toEqual(['ambiguous', 1]);
    expect(await commitAgainst({ status: 401, body })).toEqual(['auth-expired', 1]);
  });
});

describe('the consent page', () => {
  it.each([
    [{}, ['PUBLIC_URL (https)']],
    [{ PUBLIC_URL: 'http://punctual.example.com' }, ['PUBLIC_URL (https)']],
    [{ PUBLIC_URL: 'https://punctual.example.com' }, []],
  ])('lists for real accounts, if %o is set, the missing variables %o', (env, missing) => {
    expect(platformWith(env).connect?.redirect?.missingVariables).toEqual(missing);
  });

  it('does not redirect over plain HTTP, except to the local machine', async () => {
    for (const uri of ['http://punctual.example.com/callback', 'http://localhost:3000/callback', 'x:y']) {
      expect((await begin(handle, uri)).kind).toBe('denied');
    }
    expect(asked('/as/par')).toBe(0);
    expect((await begin(handle, 'http://127.0.0.1:3000/callback')).kind).toBe('begun');
  });
});

it('an invalid client key is refused, and the error does not repeat it', async () => {
  const key = JSON.stringify({ ...(await newPrivateJwk()), d: 'secret-canary' });
  for (const text of [key, 'secret-canary']) {
    expect(() => platformWith({ BLUESKY_CLIENT_JWK: text })).toThrow(/private P-256 key/);
    expect(() => platformWith({ BLUESKY_CLIENT_JWK: text })).not.toThrow(/canary/);
  }
});
