import { beforeAll, describe, expect, it } from 'vitest';
import { sessionCookieName } from '../../src/api/http/session-cookie.js';
import { posts } from '../../src/db/schema/index.js';
import { call, codeOf, type Answer, type TestSession } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintSession, mintTenant, type Tenant } from '../harness/tenants.js';

const password = 'correct horse battery staple';
const api = useTestApi();

describe('the request of a browser', () => {
  let person: Tenant;
  let session: TestSession;
  beforeAll(async () => {
    person = await mintTenant(api);
    session = await mintSession(api, person.userId);
  });

  const create = (headers: Record<string, string>, raw?: string): Promise<Answer> => {
    const body = { content: 'Forged', platforms: [{ accountId: person.accountIds[0] }] };
    const cookie = session.headers['cookie'] ?? '';
    return call(api, 'POST', '/posts', {
      headers: { cookie, ...headers },
      ...(raw === undefined ? { body } : { raw }),
    });
  };

  it.each([
    ['says that it is cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['comes from a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['was not sent by a page', { 'sec-fetch-site': 'none' }],
    ['says cross-site, and claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'OWN' }],
    ['names another origin', { origin: 'https://evil.example' }],
    ['names an origin that begins like ours', { origin: 'OWN.evil.example' }],
    ['hides its origin', { origin: 'null' }],
    ['names our host with another scheme', { origin: 'OWN_BY_HTTPS' }],
    [
      'says same-origin, and names another origin',
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    ],
    ['says nothing about its origin', {}],
  ])('is refused when it %s', async (_what, headers) => {
    const before = await api.deps.db.$count(posts);
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('OWN_BY_HTTPS', api.url.replace('http:', 'https:')).replace('OWN', api.url),
      ]),
    );
    const answer = await create(own);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'CROSS_ORIGIN_REFUSED']);
    expect(await api.deps.db.$count(posts)).toBe(before);
  });

  it.each([
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }],
    ['Origin', { origin: 'OWN' }],
  ])('is accepted from our own pages with the header %s', async (_what, headers) => {
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', api.url)]),
    );
    expect((await create(own)).status).toBe(201);
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'is refused with the content type %s even from our own origin, because forms can send it',
    async (contentType) => {
      const answer = await create(
        { origin: api.url, 'content-type': contentType },
        JSON.stringify({ content: 'x', platforms: [{ accountId: person.accountIds[0] }] }),
      );
      expect([answer.status, codeOf(answer)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      const cancel = await call(api, 'POST', '/auth/sign-out', {
        headers: { ...session.headers, 'content-type': contentType },
      });
      expect(cancel.status).toBe(415);
    },
  );

  it.each(['PATCH', 'DELETE'])('is refused if it is a %s from another site', async (method) => {
    const answer = await call(api, method, `/workspaces/${person.workspaceId}`, {
      headers: { cookie: session.headers['cookie'] ?? '', 'sec-fetch-site': 'cross-site' },
      ...(method === 'PATCH' ? { body: { name: 'Taken' } } : {}),
    });
    expect(codeOf(answer)).toBe('CROSS_ORIGIN_REFUSED');
  });

  it('cannot sign in to another account from a page of another site', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const answer = await call(api, 'POST', '/auth/sign-in', {
        headers,
        body: { email: `${person.userId}@example.test`, password },
      });
      expect(codeOf(answer)).toBe('CROSS_ORIGIN_REFUSED');
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  it('gets no CORS headers', async () => {
    const answer = await call(api, 'GET', '/me', {
      session,
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('a cookie and a bearer token', () => {
  it('are refused together', async () => {
    const person = await mintTenant(api);
    const session = await mintSession(api, person.userId);
    const bearers = [`Bearer ${person.key}`, 'Bearer nonsense', 'Basic dXNlcjpwYXNz'];
    for (const authorization of bearers) {
      for (const cookie of [session.headers['cookie'] ?? '', `${sessionCookieName}=stale`]) {
        const answer = await call(api, 'GET', '/workspaces', { headers: { authorization, cookie } });
        expect([answer.status, codeOf(answer)]).toEqual([401, 'UNAUTHORIZED']);
      }
    }
  });

  it('are not accepted in each other’s place', async () => {
    const person = await mintTenant(api);
    const session = await mintSession(api, person.userId);
    const asBearer = await call(api, 'GET', '/me', { key: session.token });
    const asCookie = await call(api, 'GET', '/me', {
      headers: { cookie: `${sessionCookieName}=${person.key}` },
    });
    const unprefixed = await call(api, 'GET', '/me', {
      headers: { cookie: `punctual_session=${session.token}` },
    });
    expect([asBearer, asCookie, unprefixed].map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('differ: a key cannot be used for operations that require a session', async () => {
    const person = await mintTenant(api);
    for (const [method, path] of [
      ['GET', '/me'],
      ['POST', '/auth/sign-out'],
      ['POST', '/auth/change-password'],
    ] as const) {
      const body = path === '/auth/change-password' ? { newPassword: password } : {};
      const answer = await call(api, method, path, {
        key: person.key,
        ...(method === 'GET' ? {} : { body }),
      });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'INSUFFICIENT_ROLE']);
    }
  });
});
