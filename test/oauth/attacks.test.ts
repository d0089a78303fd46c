import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiKeys, memberships } from '../../src/db/schema/index.js';
import { appPaths } from '../../src/domain/apps.js';
import { revokedApiKeysPerUserMax } from '../../src/domain/limits.js';
import { createRateLimiter } from '../../src/services/rate-limits/limiter.js';
import { call, codeOf, field, startTestApi, type Answer } from '../harness/api.js';
import {
  allow,
  allowing,
  appQuery,
  callback,
  challengeOf,
  letIn,
  redeem,
  refresh,
  registeredApp,
  sendForm,
  verifier,
} from '../harness/apps.js';
import { mintSession, mintTenant } from '../harness/tenants.js';
import { useTestApi, type Person } from '../harness/use-test-api.js';

/** The attacks of RFC 9700 that apply to this server, each against the running API. */
const api = useTestApi();
let person: Person;
beforeEach(async () => {
  person = await api.mintPerson();
});

const preview = (query: string, headers?: Record<string, string>): Promise<Answer> =>
  call(api, 'POST', '/me/apps/preview', {
    session: person.session,
    body: { query },
    ...(headers && { headers }),
  });

/** Returns the parameters of the error with which the browser is redirected to the app. */
async function sentBack(query: string): Promise<URLSearchParams> {
  const url = new URL(field<string>(await preview(query), 'redirectTo'));
  expect(url.origin + url.pathname).toBe(callback);
  return url.searchParams;
}

const codeIn = async (query: string): Promise<string> =>
  (await allow(api, person, query)).searchParams.get('code') ?? '';

const get = (key: string): Promise<Answer> => call(api, 'GET', '/posts', { key });

describe('PKCE', () => {
  it.each([
    { code_challenge: undefined },
    { code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { code_challenge: 'short' },
  ])('cannot be left out or weakened: %j', async (more) => {
    const told = await sentBack(appQuery(registeredApp(api), more));
    expect([told.get('error'), told.get('state'), told.get('iss')]).toEqual([
      'invalid_request',
      'a-state',
      api.url,
    ]);
  });

  it('makes a stolen code useless to those who do not know the verifier', async () => {
    const app = registeredApp(api);
    const code = await codeIn(appQuery(app));
    for (const wrong of ['x'.repeat(43), challengeOf(verifier), '']) {
      const answer = await redeem(api, app, code, { code_verifier: wrong });
      expect(answer.status, wrong).toBe(400);
    }
    expect((await redeem(api, app, code)).status).toBe(200);
  });
});

describe('a redirect URI', () => {
  it.each([
    'https://writer.example.com/callback/',
    'https://writer.example.com/callback?more=1',
    'https://writer.example.com/callback/../other',
    'https://writer.example.com:444/callback',
    'https://writer.example.com.evil.example/callback',
    'https://writer.example.com@evil.example/callback',
    'http://writer.example.com/callback',
    'https://evil.example/callback',
    'http://127.0.0.1:1234/other',
    'http://localhost:1234/callback',
    'javascript:alert(1)',
    '',
  ])('must be a registered one, so that nobody is sent to %j', async (redirectUri) => {
    const query = appQuery(registeredApp(api), { redirect_uri: redirectUri });
    const shown = await preview(query);
    expect([shown.status, codeOf(shown)]).toEqual([400, 'VALIDATION_FAILED']);
    const body = allowing(person, query);
    const allowed = await call(api, 'POST', '/me/apps', { session: person.session, body });
    expect([allowed.status, codeOf(allowed)]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('may have another port on the person’s own machine', async () => {
    const redirectUri = 'http://127.0.0.1:50000/callback';
    const back = await allow(api, person, appQuery(registeredApp(api), { redirect_uri: redirectUri }));
    expect(back.href.startsWith(`${redirectUri}?code=`)).toBe(true);
  });

  it('must be the same when the code is exchanged', async () => {
    const app = registeredApp(api);
    const code = await codeIn(appQuery(app));
    const other = await redeem(api, app, code, { redirect_uri: 'http://127.0.0.1:1234/callback' });
    expect(other).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('is not used if the request has a parameter twice', async () => {
    const query = `${appQuery(registeredApp(api))}&redirect_uri=${encodeURIComponent('https://evil.example/')}`;
    expect(codeOf(await preview(query))).toBe('VALIDATION_FAILED');
  });
});

describe('a code', () => {
  it('ends the access if it is used twice, with the tokens that were made from it', async () => {
    const app = await letIn(api, person);
    expect((await get(app.accessToken)).status).toBe(200);
    expect(await redeem(api, app, app.code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(codeOf(await get(app.accessToken))).toBe('INVALID_API_KEY');
    expect((await refresh(api, app, app.refreshToken)).status).toBe(400);
  });

  it('does not end the access if it is found after its use, without the verifier', async () => {
    const app = await letIn(api, person);
    for (const more of [
      { code_verifier: 'x'.repeat(43) },
      { redirect_uri: 'http://127.0.0.1:1234/callback' },
    ])
      expect((await redeem(api, app, app.code, more)).status).toBe(400);
    expect((await get(app.accessToken)).status).toBe(200);
  });

  it('cannot be used in an authorization that another person has begun', async () => {
    const app = registeredApp(api);
    const theirs = 'another-verifier-that-has-at-least-43-characters';
    const [mine, other] = [
      await codeIn(appQuery(app)),
      await codeIn(appQuery(app, { code_challenge: challengeOf(theirs) })),
    ];
    expect((await redeem(api, app, mine, { code_verifier: theirs })).status).toBe(400);
    expect((await redeem(api, app, other)).status).toBe(400);
    expect((await redeem(api, app, other, { code_verifier: theirs })).status).toBe(200);
  });

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: 'code id_token' }, 'unsupported_response_type'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ response_mode: 'web_message' }, 'invalid_request'],
    [{ request_uri: 'https://evil.example/request' }, 'invalid_request'],
    [{ request: 'e30.e30.' }, 'invalid_request'],
  ])('is the only response, and comes in the query alone: %j', async (more, error) => {
    const told = await sentBack(appQuery(registeredApp(api), more));
    expect([told.get('error'), told.get('code')]).toEqual([error, null]);
  });

  it('works for only one of several parallel requests', async () => {
    const app = registeredApp(api);
    const code = await codeIn(appQuery(app));
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(api, app, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('belongs to its app', async () => {
    const code = await codeIn(appQuery(registeredApp(api)));
    const other = registeredApp(api, 'Another app');
    expect(await redeem(api, other, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('expires after a minute, and so does the unused access', async () => {
    const app = registeredApp(api);
    const code = await codeIn(appQuery(app));
    api.clock.shiftMs += 61_000;
    expect((await redeem(api, app, code)).status).toBe(400);
    const listed = await call(api, 'GET', '/me/apps', { session: person.session });
    expect(field(listed, 'data')).toEqual([]);
  });

  it('comes with the issuer, so that an app cannot mistake this server for another', async () => {
    const back = await allow(api, person, appQuery(registeredApp(api)));
    expect([back.searchParams.get('iss'), back.searchParams.get('state')]).toEqual([api.url, 'a-state']);
  });
});

describe('a refresh token', () => {
  it('ends the access for both users of it if it is used twice', async () => {
    const app = await letIn(api, person);
    const thief = await refresh(api, app, app.refreshToken);
    expect(thief.status).toBe(200);
    expect((await refresh(api, app, app.refreshToken)).status).toBe(400);
    expect((await get(String(thief.body['access_token']))).status).toBe(401);
    expect((await refresh(api, app, String(thief.body['refresh_token']))).status).toBe(400);
    const log = await call(
      api,
      'GET',
      `/workspaces/${person.tenant.workspaceId}/audit-log?action=app.revoked`,
      {
        session: person.session,
      },
    );
    expect(field<object[]>(log, 'data')).toMatchObject([
      { actor: { kind: 'system' }, subject: { id: app.id } },
    ]);
  });

  it('works for one of several parallel requests, and ends the access with the others', async () => {
    const app = await letIn(api, person);
    const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(api, app, app.refreshToken)));
    const [made, ...more] = answers.filter(({ status }) => status === 200);
    expect([made?.status, more]).toEqual([200, []]);
    for (const token of [app.accessToken, String(made?.body['access_token'])])
      expect((await get(token)).status).toBe(401);
  });

  it('creates no token that outlives a concurrent revocation', async () => {
    for (let round = 0; round < 5; round += 1) {
      const app = await letIn(api, person);
      const [made] = await Promise.all([
        refresh(api, app, app.refreshToken),
        call(api, 'DELETE', `/me/apps/${app.id}`, { session: person.session }),
      ]);
      const renewed = made.body as { access_token?: string; refresh_token?: string };
      const tokens = [app.accessToken, renewed.access_token ?? `punctual_oat_${'0'.repeat(43)}`];
      for (const token of tokens) expect((await get(token)).status).toBe(401);
      expect((await refresh(api, app, renewed.refresh_token ?? app.refreshToken)).status).toBe(400);
    }
  });

  it('gives only the access that was allowed, even if more is requested', async () => {
    const app = await letIn(api, person, { scopes: ['posts:read'] });
    const other = await refresh(api, app, app.refreshToken, { resource: `${api.url}/mcp` });
    expect(other).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
    const more = await refresh(api, app, app.refreshToken, { scope: 'posts:read posts:publish' });
    expect(more).toMatchObject({ status: 200, body: { scope: 'posts:read' } });
    const key = String(more.body['access_token']);
    expect(codeOf(await call(api, 'POST', '/posts', { key, body: {} }))).toBe('INSUFFICIENT_SCOPE');
  });

  it('counts as a request, so that an app cannot refresh without limit', async () => {
    const { log, metrics } = api.deps;
    const limiter = createRateLimiter({ limits: { burst: 3, sustained: null }, metrics, log });
    const limited = await startTestApi({ limiter });
    try {
      const tenant = await mintTenant(limited);
      const app = await letIn(limited, { tenant, session: await mintSession(limited, tenant.userId) });
      let { refreshToken } = app;
      for (let count = 0; count < 3; count += 1)
        refreshToken = String((await refresh(limited, app, refreshToken)).body['refresh_token']);
      const refused = await refresh(limited, app, refreshToken);
      expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    } finally {
      await limited.close();
    }
  });

  it('is of no use to another app', async () => {
    const app = await letIn(api, person);
    const other = registeredApp(api, 'Another app');
    expect((await refresh(api, other, app.refreshToken)).status).toBe(400);
    expect((await refresh(api, app, app.refreshToken)).status).toBe(200);
  });
});

describe('an access token', () => {
  it('works only at its resource', async () => {
    const [forApi, forMcp] = [await letIn(api, person), await letIn(api, person, { resource: 'mcp' })];
    const mcp = (token: string): Promise<Response> =>
      fetch(`${api.url}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      });
    expect((await get(forApi.accessToken)).status).toBe(200);
    expect((await mcp(forApi.accessToken)).status).toBe(401);
    expect((await mcp(forMcp.accessToken)).status).not.toBe(401);
    expect(codeOf(await get(forMcp.accessToken))).toBe('INVALID_API_KEY');
  });

  it('is refused in a URL', async () => {
    const { accessToken } = await letIn(api, person);
    const answer = await call(api, 'GET', `/posts?access_token=${accessToken}`);
    expect([answer.status, codeOf(answer)]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('is refused at another resource than the allowed one', async () => {
    const app = registeredApp(api);
    const code = await codeIn(appQuery(app, { resource: `${api.url}/mcp` }));
    const answer = await redeem(api, app, code, { resource: `${api.url}/api/v1` });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
    const told = await sentBack(appQuery(app, { resource: 'https://evil.example/mcp' }));
    expect(told.get('error')).toBe('invalid_target');
  });

  it('reaches only the chosen workspaces, and no operation that needs a session', async () => {
    const second = await call(api, 'POST', '/workspaces', {
      session: person.session,
      body: { name: 'Second' },
    });
    const { accessToken: key } = await letIn(api, person);
    const other = await call(api, 'GET', `/posts?workspaceId=${field<string>(second, 'id')}`, { key });
    expect(codeOf(other)).toBe('FORBIDDEN_WORKSPACE');
    for (const path of ['/me', '/me/apps', `/workspaces/${person.tenant.workspaceId}/api-keys`]) {
      const refused = await call(api, 'GET', path, { key });
      expect([codeOf(refused), field(refused, 'message')]).toEqual([
        'INSUFFICIENT_ROLE',
        'Apps cannot do this; sign in to the dashboard.',
      ]);
    }
    const cut = await call(api, 'GET', '/posts', { key: key.slice(0, -1) });
    expect(field(cut, 'message')).toContain('not an access token');
    const { tenant } = person;
    const body = { workspaceId: tenant.workspaceId, platform: 'BLUESKY' };
    expect(codeOf(await call(api, 'POST', '/connect-sessions', { key, body }))).toBe('INSUFFICIENT_SCOPE');
  });

  it('is neither cached nor stored in plain text, and neither are codes and refresh tokens', async () => {
    const app = await letIn(api, person);
    const form = { grant_type: 'refresh_token', client_id: app.clientId, refresh_token: app.refreshToken };
    const response = await fetch(api.url + appPaths.token, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { access_token: access, refresh_token: next } = (await response.json()) as Record<string, string>;
    const [stored] = await api.deps.db.execute<{ rows: string }>(sql`
      select concat((select string_agg(t::text, ' ') from app_grants t), (select string_agg(t::text, ' ') from app_tokens t),
        (select string_agg(t::text, ' ') from api_keys t)) as rows`);
    expect(stored?.rows).toContain(app.id);
    for (const secret of [app.accessToken, app.refreshToken, app.code, access ?? '', next ?? '']) {
      const bare = secret.replace(/^punctual_o[ar]t_/, '');
      for (const form of [bare, Buffer.from(secret).toString('hex'), Buffer.from(bare).toString('hex')])
        expect(stored?.rows).not.toContain(form);
    }
  });

  it('never appears in a log', async () => {
    const app = await letIn(api, person);
    await get(app.accessToken);
    await refresh(api, app, app.refreshToken);
    const logged = api.logLines.join('\n');
    for (const secret of [app.accessToken, app.refreshToken, app.code, verifier])
      expect(logged).not.toContain(secret);
  });
});

describe('the permission of a person', () => {
  it('cannot be caused by another site, by a form, by a key or without a session', async () => {
    const body = allowing(person, appQuery(registeredApp(api)));
    const headers = { ...person.session.headers, origin: 'https://evil.example' };
    const foreign = await call(api, 'POST', '/me/apps', { headers, body });
    expect(codeOf(foreign)).toBe('CROSS_ORIGIN_REFUSED');
    const { cookie = '' } = person.session.headers;
    const silent = await call(api, 'POST', '/me/apps', { headers: { cookie }, body });
    expect(codeOf(silent)).toBe('CROSS_ORIGIN_REFUSED');
    const form = { ...person.session.headers, 'content-type': 'application/x-www-form-urlencoded' };
    const raw = new URLSearchParams({ query: 'x' }).toString();
    expect(codeOf(await call(api, 'POST', '/me/apps', { headers: form, raw }))).toBe(
      'UNSUPPORTED_MEDIA_TYPE',
    );
    expect(codeOf(await call(api, 'POST', '/me/apps', { key: person.tenant.key, body }))).toBe(
      'INSUFFICIENT_ROLE',
    );
    expect(codeOf(await call(api, 'POST', '/me/apps', { body }))).toBe('UNAUTHORIZED');
  });

  it('is asked for on a page that no other site can frame or learn from a referrer', async () => {
    const page = await fetch(`${api.url}${appPaths.authorize}?${appQuery(registeredApp(api))}`);
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(page.headers.get('cache-control')).toMatch(/no-store|no-cache/);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });

  it('redirects the browser without the data that the person has posted', async () => {
    const body = allowing(person, appQuery(registeredApp(api)));
    const allowed = await call(api, 'POST', '/me/apps', { session: person.session, body });
    expect([allowed.status, allowed.headers.get('location')]).toEqual([201, null]);
    expect(field<string>(allowed, 'redirectTo')).not.toContain('workspace');
  });

  it('is never given silently', async () => {
    const told = await sentBack(appQuery(registeredApp(api), { prompt: 'none' }));
    expect(told.get('error')).toBe('access_denied');
  });

  it('gives only scopes that the app requests and the person allows', async () => {
    const app = registeredApp(api);
    const query = appQuery(app, { scope: 'posts:read media:write' });
    const back = await allow(api, person, query, { scopes: ['posts:read', 'posts:publish'] });
    const tokens = await redeem(api, app, back.searchParams.get('code') ?? '');
    expect(tokens.body['scope']).toBe('posts:read');
    expect((await sentBack(appQuery(app, { scope: 'posts:read admin' }))).get('error')).toBe('invalid_scope');
  });

  it('leaves a limited number of records if no app ever uses it', async () => {
    const { userId } = person.tenant;
    await api.deps.db.execute(sql`
      insert into api_keys (id, user_id, name, mode, hash, hint, created_at, revoked_at)
      select ${userId}::text || n, ${userId}, 'A key', 'full', decode(md5(${userId}::text || n), 'hex'), '', now(), now()
      from generate_series(1, ${revokedApiKeysPerUserMax}::int) n`);
    await codeIn(appQuery(registeredApp(api)));
    api.clock.shiftMs += 61_000;
    await codeIn(appQuery(registeredApp(api)));
    const revoked = and(eq(apiKeys.userId, userId), isNotNull(apiKeys.revokedAt));
    expect(await api.deps.db.$count(apiKeys, revoked)).toBe(revokedApiKeysPerUserMax);
  });

  it('gives access only to the person’s own workspaces', async () => {
    const stranger = await api.mintPerson();
    const workspaceIds = [stranger.tenant.workspaceId];
    const body = allowing(person, appQuery(registeredApp(api)), { workspaceIds });
    const answer = await call(api, 'POST', '/me/apps', { session: person.session, body });
    expect(codeOf(answer)).toBe('FORBIDDEN_WORKSPACE');
  });

  it('ends with the membership: a removed member’s app no longer reaches the workspace', async () => {
    const member = await api.mintMember(person.tenant.workspaceId, 'EDITOR');
    const session = await mintSession(api, member.userId);
    const { accessToken: key } = await letIn(api, { tenant: person.tenant, session });
    const path = `/posts?workspaceId=${person.tenant.workspaceId}`;
    expect((await call(api, 'GET', path, { key })).status).toBe(200);
    await api.as(person).delete(`/workspaces/${person.tenant.workspaceId}/members/${member.memberId}`);
    expect(codeOf(await call(api, 'GET', path, { key }))).toBe('INVALID_API_KEY');
  });

  it('does not come back with a later membership', async () => {
    const { workspaceId } = person.tenant;
    const member = await api.mintPerson();
    const { userId } = member.tenant;
    const membership = { id: api.deps.newId('membership'), workspaceId, userId, role: 'EDITOR' as const };
    const join = (): Promise<unknown> =>
      api.deps.db.insert(memberships).values({ ...membership, createdAt: api.clock.now() });
    await join();
    const workspaceIds = [workspaceId, member.tenant.workspaceId];
    const { accessToken: key, id } = await letIn(api, member, { workspaceIds });
    await api.as(member).delete(`/workspaces/${workspaceId}/members/${membership.id}`);
    await join();
    const posts = (place: string): Promise<Answer> =>
      call(api, 'GET', `/posts?workspaceId=${place}`, { key });
    expect(codeOf(await posts(workspaceId))).toBe('FORBIDDEN_WORKSPACE');
    expect((await posts(member.tenant.workspaceId)).status).toBe(200);
    const path = `/workspaces/${workspaceId}/audit-log?action=app.revoked`;
    const log = await call(api, 'GET', path, { session: person.session });
    expect(field<object[]>(log, 'data')).toMatchObject([{ subject: { id, name: 'Example Writer' } }]);
  });
});

describe('the token endpoint', () => {
  it('accepts only public clients, and no parameters in the URL', async () => {
    const app = registeredApp(api);
    const form = { grant_type: 'authorization_code', client_id: app.clientId, code: 'x', code_verifier: 'x' };
    const secret = await sendForm(api, appPaths.token, { ...form, client_secret: 'x' });
    expect(secret).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const basic = await sendForm(api, appPaths.token, form, { authorization: 'Basic eDp4' });
    expect(basic).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const inUrl = await sendForm(api, `${appPaths.token}?code=x`, form);
    expect(inUrl).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it.each(['password', 'client_credentials', 'implicit', ''])(
    'does not support the grant type %j',
    async (grantType) => {
      const answer = await sendForm(api, appPaths.token, { grant_type: grantType, client_id: 'x' });
      expect(answer).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } });
    },
  );

  it('refuses characters that no parameter may have, such as one that the database cannot store', async () => {
    const token = `punctual_oat_${'0'.repeat(43)}`;
    for (const clientId of ['\0', 'ä', 'a\nb']) {
      const revoked = await sendForm(api, appPaths.revoke, { client_id: clientId, token });
      expect(revoked).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    }
  });

  it('reveals nothing about a token to revoke', async () => {
    for (const token of ['x', `punctual_oat_${'0'.repeat(43)}`, `punctual_ort_${'0'.repeat(86)}`]) {
      const answer = await sendForm(api, appPaths.revoke, { client_id: 'x', token });
      expect(answer).toEqual({ status: 200, body: {} });
    }
  });

  it('does not let an app revoke the tokens of another', async () => {
    const app = await letIn(api, person);
    for (const token of [app.accessToken, app.refreshToken])
      await sendForm(api, appPaths.revoke, { client_id: registeredApp(api, 'Another').clientId, token });
    expect((await get(app.accessToken)).status).toBe(200);
  });
});
