import { createServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appPaths, appRegistrationMs } from '../../src/domain/apps.js';
import { createGuardedFetch, type GuardedFetch } from '../../src/egress/guarded-fetch.js';
import { call, codeOf, field, type Answer } from '../harness/api.js';
import { allow, appQuery, callback, letIn, redeem, registeredApp, sendForm } from '../harness/apps.js';
import { mintSession } from '../harness/tenants.js';
import { useTestApi, type Person } from '../harness/use-test-api.js';
import { serveAt } from '../security/loopback.js';
import { createTestCertificate } from '../security/test-certificate.js';

const host = 'writer.example.com';
const { key, cert } = createTestCertificate(host);
/** The responses of the app's server, by path. */
const documents = new Map<string, { status?: number; headers?: Record<string, string>; body: string }>();
const asked: string[] = [];

let guard: GuardedFetch;
let port = 0;
let close: () => Promise<void>;
const api = useTestApi(async () => {
  const server = createServer({ key, cert }, (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const { status = 200, headers = {}, body } = documents.get(path) ?? { status: 404, body: '' };
    response.writeHead(status, headers).end(body);
  });
  const listening = await serveAt(server, '127.0.0.1');
  port = listening.port;
  guard = createGuardedFetch({
    resolver: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    policy: { allowCidrs: ['127.0.0.1/32'] },
    tlsCa: cert,
  });
  close = async () => {
    await guard[Symbol.asyncDispose]();
    await listening[Symbol.asyncDispose]();
  };
  return { apps: { fetch: guard } };
});
afterAll(() => close());

let person: Person;
beforeAll(async () => {
  person = await api.mintPerson();
});

const idOf = (path: string): string => `https://${host}:${port}${path}`;

function publish(path: string, more: Record<string, unknown> = {}): string {
  const document = { client_id: idOf(path), client_name: 'Writer', redirect_uris: [callback], ...more };
  documents.set(path, { body: JSON.stringify(document) });
  return idOf(path);
}

const preview = (clientId: string, session = person.session): Promise<Answer> =>
  call(api, 'POST', '/me/apps/preview', { session, body: { query: appQuery({ clientId }) } });

const register = async (metadata: unknown): Promise<{ status: number; body: Record<string, unknown> }> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(metadata);
  const response = await fetch(api.url + appPaths.register, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('an app with a metadata document', () => {
  it('is shown with its host, and gets access without a registration', async () => {
    const clientId = publish('/client.json');
    const shown = await preview(clientId);
    expect(field(shown, 'app')).toMatchObject({ name: 'Writer', place: `${host}:${port}`, isVerified: true });
    const back = await allow(api, person, appQuery({ clientId }));
    const tokens = await redeem(api, { clientId }, back.searchParams.get('code') ?? '');
    expect(tokens.status).toBe(200);
    expect(asked.filter((path) => path === '/client.json')).toHaveLength(1);
  });

  it('proves its host only to a website, because any program on the device can use its client id', async () => {
    const onDevice = 'http://127.0.0.1:1234/callback';
    const clientId = publish('/native.json', { redirect_uris: [onDevice, 'com.example.writer:/callback'] });
    for (const redirectUri of [onDevice, 'com.example.writer:/callback']) {
      const body = { query: appQuery({ clientId }, { redirect_uri: redirectUri }) };
      const shown = await call(api, 'POST', '/me/apps/preview', { session: person.session, body });
      expect(field(shown, 'app')).toMatchObject({ place: `${host}:${port}`, isVerified: false });
    }
  });

  it.each([
    ['/other-id.json', { client_id: 'https://evil.example/client.json' }],
    ['/secret.json', { client_secret: 'x' }],
    ['/basic.json', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['/no-uris.json', { redirect_uris: [] }],
    ['/script.json', { redirect_uris: ['javascript:alert(1)'] }],
    ['/fragment.json', { redirect_uris: [`${callback}#x`] }],
    ['/http.json', { redirect_uris: ['http://writer.example.com/callback'] }],
    ['/implicit.json', { grant_types: ['implicit'] }],
  ])('is refused if the document is wrong: %s', async (path, more) => {
    const answer = await preview(publish(path, more));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each([
    ['a redirect', { status: 302, headers: { location: '/client.json' }, body: '' }],
    ['a list', { body: '[]' }],
    ['no JSON', { body: '<html>' }],
    ['too much', { body: `{"client_name": "${'x'.repeat(20_000)}"}` }],
    ['too many values', { body: `{"x": [${'0,'.repeat(2_000)}0]}` }],
  ])('is refused if its server responds with %s', async (name, document) => {
    const path = `/${name.replaceAll(' ', '-')}`;
    documents.set(path, document);
    expect(codeOf(await preview(idOf(path)))).toBe('VALIDATION_FAILED');
  });

  it('is not fetched from a private network, for a caller without a session, or without a plain URL', async () => {
    const before = asked.length;
    for (const clientId of [
      'https://10.0.0.1/client.json',
      'https://[::1]/client.json',
      'https://169.254.169.254/latest/meta-data',
      `http://${host}:${port}/client.json`,
      `https://${host}:${port}/`,
      `https://${host}:${port}/a/../client.json`,
      `https://user@${host}:${port}/client.json`,
    ])
      expect(codeOf(await preview(clientId)), clientId).toBe('VALIDATION_FAILED');
    const body = { query: appQuery({ clientId: publish('/fresh.json') }) };
    expect((await call(api, 'POST', '/me/apps/preview', { body })).status).toBe(401);
    expect(asked.length).toBe(before);
  });
});

describe('a registration', () => {
  it('creates a public client, even if another kind is requested', async () => {
    const { status, body } = await register({
      ...{ client_name: 'Writer\u202e\n', redirect_uris: [callback, 'com.example.writer:/callback'] },
      ...{ token_endpoint_auth_method: 'client_secret_post', scope: 'admin' },
    });
    expect([status, body['token_endpoint_auth_method'], body['client_name']]).toEqual([
      201,
      'none',
      'Writer',
    ]);
    expect(body).not.toHaveProperty('client_secret');
    const shown = await preview(String(body['client_id']));
    expect(field(shown, 'app')).toMatchObject({ name: 'Writer', place: host, isVerified: false });
  });

  it.each([
    [null, 'invalid_client_metadata'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://10.0.0.1/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https:writer.example.com/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https:/writer.example.com/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http:localhost/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array.from({ length: 11 }, () => callback) }, 'invalid_redirect_uri'],
    [
      { redirect_uris: [1, 2, 3, 4].map((n) => `https://a.example/${'x'.repeat(300)}${n}`) },
      'invalid_redirect_uri',
    ],
    [{ redirect_uris: [callback], response_types: ['token'] }, 'invalid_client_metadata'],
  ])('is refused for %j', async (metadata, error) => {
    expect(await register(metadata)).toMatchObject({ status: 400, body: { error } });
  });

  it('is bounded in size', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ redirect_uris: [callback], client_name: 'x'.repeat(20_000) });
    const response = await fetch(api.url + appPaths.register, { method: 'POST', headers, body });
    expect(response.status).toBe(413);
  });

  it('cannot be forged or changed', async () => {
    const { clientId } = registeredApp(api);
    const [body = '', mac = ''] = clientId.slice('app_'.length).split('.');
    const content = JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown[];
    const evil = Buffer.from(JSON.stringify([content[0], 'Writer', 'https://evil.example/'])).toString(
      'base64url',
    );
    for (const forged of [`app_${evil}.${mac}`, `app_${body}`, `app_${body}.`, 'app_x.y', 'x'])
      expect(codeOf(await preview(forged)), forged).toBe('VALIDATION_FAILED');
  });

  it('expires if it is never used, but not for a person who has used it', async () => {
    const unused = registeredApp(api);
    const used = registeredApp(api, 'Another app');
    const back = await allow(api, person, appQuery(used));
    expect((await redeem(api, used, back.searchParams.get('code') ?? '')).status).toBe(200);
    api.clock.shiftMs += appRegistrationMs;
    // The earlier session has ended by this time.
    const session = await mintSession(api, person.tenant.userId);
    expect(codeOf(await preview(unused.clientId, session))).toBe('VALIDATION_FAILED');
    expect((await preview(used.clientId, session)).status).toBe(200);
    api.clock.shiftMs -= 60 * 60_000;
    expect((await preview(unused.clientId, session)).status).toBe(200);
    person = { ...person, session };
  });
});

describe('the lists of apps', () => {
  it('show a person their own apps, and owners the apps that reach their workspace', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const member = await api.mintMember(workspaceId, 'EDITOR');
    const app = await letIn(
      api,
      { tenant: owner.tenant, session: member.session },
      { scopes: ['posts:read'] },
    );
    const own = field<object[]>(await call(api, 'GET', '/me/apps', { session: member.session }), 'data');
    expect(own).toMatchObject([
      {
        id: app.id,
        name: 'Example Writer',
        place: host,
        scopes: ['posts:read'],
        workspaceIds: [workspaceId],
      },
    ]);
    const path = `/workspaces/${workspaceId}/apps`;
    const seen = field<object[]>(await call(api, 'GET', path, { session: owner.session }), 'data');
    expect(seen).toMatchObject([{ id: app.id, allowedByUserId: member.userId }]);
    expect(codeOf(await call(api, 'GET', path, { session: member.session }))).toBe('INSUFFICIENT_ROLE');
    expect(field(await call(api, 'GET', '/me/apps', { session: owner.session }), 'data')).toEqual([]);
    const keys = await call(api, 'GET', `/workspaces/${workspaceId}/api-keys`, { session: owner.session });
    expect(JSON.stringify(keys.body)).not.toContain(app.id);
  });

  it('let owners end only the access to their workspace', async () => {
    const owner = await api.mintPerson();
    const other = await call(api, 'POST', '/workspaces', { session: owner.session, body: { name: 'Other' } });
    const [here, there] = [owner.tenant.workspaceId, field<string>(other, 'id')];
    const app = await letIn(api, owner, { workspaceIds: [here, there] });
    const read = (workspaceId: string): Promise<Answer> =>
      call(api, 'GET', `/posts?workspaceId=${workspaceId}`, { key: app.accessToken });
    expect([(await read(here)).status, (await read(there)).status]).toEqual([200, 200]);
    await call(api, 'DELETE', `/workspaces/${here}/apps/${app.id}`, { session: owner.session });
    expect([codeOf(await read(here)), (await read(there)).status]).toEqual(['FORBIDDEN_WORKSPACE', 200]);
    await call(api, 'DELETE', `/workspaces/${there}/apps/${app.id}`, { session: owner.session });
    expect(codeOf(await read(there))).toBe('INVALID_API_KEY');
    const again = await call(api, 'DELETE', `/workspaces/${there}/apps/${app.id}`, {
      session: owner.session,
    });
    expect(codeOf(again)).toBe('NOT_FOUND');
  });

  it('let only the person end the access as a whole, which takes effect with the next request', async () => {
    const owner = await api.mintPerson();
    const app = await letIn(api, owner);
    const remove = (session: Person['session']): Promise<Answer> =>
      call(api, 'DELETE', `/me/apps/${app.id}`, { session });
    expect(codeOf(await remove(person.session))).toBe('NOT_FOUND');
    expect((await remove(owner.session)).status).toBe(204);
    expect(codeOf(await call(api, 'GET', '/posts', { key: app.accessToken }))).toBe('INVALID_API_KEY');
    const path = `/workspaces/${owner.tenant.workspaceId}/audit-log?sort=createdAt`;
    const log = field<object[]>(await call(api, 'GET', path, { session: owner.session }), 'data');
    expect(log).toMatchObject([
      { action: 'app.allowed', subject: { id: app.id, name: 'Example Writer' } },
      { action: 'app.revoked', subject: { id: app.id } },
    ]);
  });
});

it('an app and its person are named in the timeline of a post and in the audit log', async () => {
  const owner = await api.mintPerson();
  const { userId, workspaceId, accountIds } = owner.tenant;
  const app = await letIn(api, owner);
  const body = { content: 'By an app', platforms: [{ accountId: accountIds[0] }] };
  const made = await call(api, 'POST', '/posts', { key: app.accessToken, body });
  const timeline = await api.as(owner).get(`/posts/${field<string>(made, 'id')}/timeline`);
  const actor = { kind: 'app', userId, apiKeyId: app.id };
  expect(field(timeline, 'data')).toMatchObject([
    { kind: 'CREATED', actor: { ...actor, appName: 'Example Writer' } },
  ]);
  await sendForm(api, appPaths.revoke, { client_id: app.clientId, token: app.refreshToken });
  const log = await api.as(owner).get(`/workspaces/${workspaceId}/audit-log?actorId=${app.id}`);
  expect(field(log, 'data')).toMatchObject([
    {
      action: 'app.revoked',
      actor: { ...actor, name: 'A tester', apiKeyName: 'Example Writer' },
      network: '127.0.0.1',
    },
  ]);
});
