import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '../../src/db/schema/index.js';
import type { Role } from '../../src/domain/roles.js';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { call, codeOf, field, type Answer, type TestSession } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { type Tenant } from '../harness/tenants.js';

// The address is public, because those reserved for documentation are refused. Nothing is ever sent to it.
const url = 'https://9.9.9.9/hooks';
const guard = createGuardedFetch({
  resolver: () => Promise.reject(new Error('No names are looked up here.')),
});
afterAll(() => guard[Symbol.asyncDispose]());
const api = useTestApi({ webhooks: { fetch: guard } });

interface Person {
  tenant: Tenant;
  session: TestSession;
  path: string;
}

async function person(role: Role = 'OWNER'): Promise<Person> {
  const { tenant, session } = await api.mintPerson(role);
  return { tenant, session, path: `/workspaces/${tenant.workspaceId}/webhook-endpoints` };
}

const add = ({ session, path }: Person, body: object = { url }): Promise<Answer> =>
  call(api, 'POST', path, { session, body });

async function endpointOf(owner: Person, own = url): Promise<{ id: string; path: string }> {
  const id = field<string>(await add(owner, { url: own }), 'id');
  return { id, path: `${owner.path}/${id}` };
}

describe('webhook endpoints over HTTP', () => {
  it('show the payload of a single delivery, but not in lists', async () => {
    const owner = await person();
    const { session } = owner;
    const endpoint = await endpointOf(owner);
    const sent = await call(api, 'POST', `${endpoint.path}/test`, { session });
    const path = `${endpoint.path}/deliveries`;
    const one = await call(api, 'GET', `${path}/${field<string>(sent, 'deliveryId')}`, { session });
    expect(one.status).toBe(200);
    const [listed] = field<object[]>(await call(api, 'GET', path, { session }), 'data');
    expect(listed).not.toHaveProperty('payload');
    expect(one.body).toEqual({
      ...listed,
      payload: {
        id: field(sent, 'eventId'),
        type: 'webhook.test',
        createdAt: expect.stringMatching(/Z$/) as string,
        workspaceId: owner.tenant.workspaceId,
        data: { message: expect.any(String) as string },
      },
    });
  });

  it('have a unique URL within a workspace, even if it is spelled differently', async () => {
    const owner = await person();
    const { session } = owner;
    const first = await endpointOf(owner);
    for (const twin of [url, 'https://9.9.9.9:443/hooks', 'HTTPS://9.9.9.9/x/../hooks#here']) {
      const answer = await add(owner, { url: twin });
      expect([answer.status, codeOf(answer)]).toEqual([409, 'CONFLICT']);
      expect(field<string>(answer, 'message')).toContain(first.id);
      expect(answer.body).toMatchObject({ existingId: first.id });
    }
    const other = await add(owner, { url: `${url}?team=2` });
    expect(other.status).toBe(201);
    const path = `${owner.path}/${field<string>(other, 'id')}`;
    const moved = await call(api, 'PATCH', path, { session, body: { url } });
    expect([moved.status, codeOf(moved)]).toEqual([409, 'CONFLICT']);
    expect((await call(api, 'PATCH', first.path, { session, body: { url, description: 'x' } })).status).toBe(
      200,
    );
    expect((await add(await person())).status).toBe(201);
    await call(api, 'DELETE', first.path, { session });
    expect((await call(api, 'PATCH', path, { session, body: { url } })).status).toBe(200);
  });

  it('are created once from concurrent requests with the same URL', async () => {
    const owner = await person();
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(owner)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    const { session } = owner;
    const [one, two] = [await add(owner, { url: `${url}/1` }), await add(owner, { url: `${url}/2` })];
    const body = { url: `${url}/3` };
    const moves = [one, two].map((made) =>
      call(api, 'PATCH', `${owner.path}/${field<string>(made, 'id')}`, { session, body }),
    );
    expect((await Promise.all(moves)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('may subscribe to types that are not sent by default', async () => {
    const owner = await person();
    const { session } = owner;
    const events = ['post.scheduled', 'post.canceled', 'post.needs_approval'];
    const made = await add(owner, { url, events });
    expect([made.status, field(made, 'events')]).toEqual([201, events]);
    const path = `${owner.path}/${field<string>(made, 'id')}`;
    const changed = await call(api, 'PATCH', path, { session, body: { events: ['post.canceled'] } });
    expect(field(changed, 'events')).toEqual(['post.canceled']);
    const reset = await call(api, 'PATCH', path, { session, body: { events: null } });
    expect(field(reset, 'events')).toBeNull();
  });

  it('subscribe once to a type that is listed twice', async () => {
    const owner = await person();
    const made = await add(owner, { url, events: ['post.failed', 'post.failed'] });
    expect([made.status, field(made, 'events')]).toEqual([201, ['post.failed']]);
  });

  it('can be created, read, changed and deleted, and show the secret only once', async () => {
    const owner = await person('ADMIN');
    const { session } = owner;
    const made = await add(owner, { url, events: ['post.failed'], description: 'Ops' });
    expect(made.status).toBe(201);
    const secret = field<string>(made, 'secret');
    expect(secret).toMatch(/^whsec_/);
    const path = `${owner.path}/${field<string>(made, 'id')}`;
    const read = await call(api, 'GET', path, { session });
    expect(read.body).toMatchObject({ url, events: ['post.failed'], description: 'Ops', status: 'ENABLED' });
    const list = await call(api, 'GET', owner.path, { session });
    expect(field<object[]>(list, 'data')).toEqual([read.body]);
    for (const answer of [read, list]) expect(answer.text).not.toContain(secret.slice(6));
    const changed = await call(api, 'PATCH', path, { session, body: { events: null, status: 'DISABLED' } });
    expect(changed.body).toMatchObject({ events: null, status: 'DISABLED', disabledReason: 'BY_USER', url });
    expect((await call(api, 'DELETE', path, { session })).status).toBe(204);
    expect(codeOf(await call(api, 'GET', path, { session }))).toBe('NOT_FOUND');
    const [row] = await api.deps.db
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, field(made, 'id')));
    expect(row?.secret).toBeNull();
  });

  it('are listed page by page', async () => {
    const owner = await person();
    for (let count = 0; count < 3; count += 1) await add(owner, { url: `${url}/${count}` });
    const first = await call(api, 'GET', `${owner.path}?limit=2`, { session: owner.session });
    const cursor = field<string>(first, 'nextCursor');
    const second = await call(api, 'GET', `${owner.path}?limit=2&cursor=${cursor}`, {
      session: owner.session,
    });
    const ids = [first, second].flatMap((page) => field<{ id: string }[]>(page, 'data').map(({ id }) => id));
    expect(new Set(ids).size).toBe(3);
    const other = await person();
    const elsewhere = await call(api, 'GET', `${other.path}?cursor=${cursor}`, { session: other.session });
    expect(codeOf(elsewhere)).toBe('VALIDATION_FAILED');
  });

  it('can get a new secret, and the previous one stays valid for a while', async () => {
    const owner = await person();
    const made = await add(owner);
    const path = `${owner.path}/${field<string>(made, 'id')}/rotate-secret`;
    const { session } = owner;
    const rotated = await call(api, 'POST', path, { session });
    expect(rotated.status).toBe(200);
    expect(field(rotated, 'secret')).not.toBe(field(made, 'secret'));
    expect(field(rotated, 'previousSecretExpiresAt')).not.toBeNull();
    const leaked = await call(api, 'POST', path, { session, body: { previousValidMs: 0 } });
    expect(field(leaked, 'previousSecretExpiresAt')).toBeNull();
    const tooLong = await call(api, 'POST', path, { session, body: { previousValidMs: 8 * 86_400_000 } });
    expect(codeOf(tooLong)).toBe('VALIDATION_FAILED');
  });

  it('can be tested, and their deliveries can be read, sent again and replayed', async () => {
    const owner = await person();
    const { session } = owner;
    const endpoint = await endpointOf(owner);
    const sent = await call(api, 'POST', `${endpoint.path}/test`, { session });
    expect(sent.status).toBe(202);
    const deliveryId = field<string>(sent, 'deliveryId');
    await recordAttempts(deliveryId, 3);
    await api.deps.db
      .update(webhookDeliveries)
      .set({ status: 'DEAD', deadReason: 'ATTEMPTS_EXHAUSTED', pendingWorkflowId: null })
      .where(eq(webhookDeliveries.id, deliveryId));

    const deliveries = await call(api, 'GET', `${endpoint.path}/deliveries?status=DEAD`, { session });
    expect(field<object[]>(deliveries, 'data')).toMatchObject([
      { id: deliveryId, eventId: field(sent, 'eventId'), type: 'webhook.test', status: 'DEAD' },
    ]);
    const attemptsPath = `${endpoint.path}/deliveries/${deliveryId}/attempts`;
    const page = await call(api, 'GET', `${attemptsPath}?sort=createdAt&limit=2`, { session });
    const rest = await call(
      api,
      'GET',
      `${attemptsPath}?sort=createdAt&limit=2&cursor=${field<string>(page, 'nextCursor')}`,
      { session },
    );
    const attempts = [page, rest].flatMap((one) => field<{ number: number }[]>(one, 'data'));
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(attempts[0]).not.toHaveProperty('workflowId');

    const since = new Date(api.clock.now().getTime() - 60_000).toISOString();
    const replayed = await call(api, 'POST', `${endpoint.path}/replay`, { session, body: { since } });
    expect([replayed.status, replayed.body]).toEqual([202, { replayed: 1, hasMore: false }]);
    const again = await call(api, 'POST', `${endpoint.path}/deliveries/${deliveryId}/redeliver`, { session });
    expect(again.body).toMatchObject({ id: deliveryId, eventId: field(sent, 'eventId'), status: 'PENDING' });
    await call(api, 'PATCH', endpoint.path, { session, body: { status: 'DISABLED' } });
    for (const path of ['test', 'replay', `deliveries/${deliveryId}/redeliver`]) {
      const body = path === 'replay' ? { body: { since } } : {};
      const refused = await call(api, 'POST', `${endpoint.path}/${path}`, { session, ...body });
      expect([refused.status, codeOf(refused)]).toEqual([409, 'INVALID_STATE']);
    }
  });

  it.each([
    'http://9.9.9.9/hooks',
    'https://127.0.0.1/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://user:pw@9.9.9.9/',
    'https://2130706433/',
    'https://9.9.9.9:8443/',
    'https://localhost/',
  ])('refuse the URL %s, both when they are created and when they are changed', async (bad) => {
    const owner = await person();
    const answer = await add(owner, { url: bad });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'URL_REJECTED']);
    const endpoint = await endpointOf(owner);
    const changed = await call(api, 'PATCH', endpoint.path, { session: owner.session, body: { url: bad } });
    expect(codeOf(changed)).toBe('URL_REJECTED');
    expect(field(await call(api, 'GET', endpoint.path, { session: owner.session }), 'url')).toBe(url);
  });

  it.each([
    {},
    { url, events: [] },
    { url, events: ['post.unknown'] },
    { url, description: 'x'.repeat(201) },
    { url, secret: 'whsec_mine' },
    { url: `https://9.9.9.9/${'x'.repeat(2100)}` },
  ])('are not created from %j', async (body) => {
    expect(codeOf(await add(await person(), body))).toBe('VALIDATION_FAILED');
  });
});

describe('webhook endpoints and access', () => {
  async function everything(place: string, credential: object): Promise<Answer[]> {
    const body = { url };
    const since = api.clock.now().toISOString();
    const delivery = `${place}/deliveries/whd_doesnotexist000`;
    const list = place.slice(0, place.lastIndexOf('/'));
    return [
      await call(api, 'POST', list, { ...credential, body }),
      await call(api, 'GET', list, credential),
      await call(api, 'GET', place, credential),
      await call(api, 'PATCH', place, { ...credential, body }),
      await call(api, 'DELETE', place, credential),
      await call(api, 'POST', `${place}/rotate-secret`, credential),
      await call(api, 'POST', `${place}/test`, credential),
      await call(api, 'POST', `${place}/replay`, { ...credential, body: { since } }),
      await call(api, 'GET', `${place}/deliveries`, credential),
      await call(api, 'GET', delivery, credential),
      await call(api, 'GET', `${delivery}/attempts`, credential),
      await call(api, 'POST', `${delivery}/redeliver`, credential),
    ];
  }

  it('are refused to API keys, even those of owners', async () => {
    const owner = await person();
    const { path } = await endpointOf(owner);
    const answers = await everything(path, { key: owner.tenant.key });
    expect(answers.map(codeOf)).toEqual(answers.map(() => 'INSUFFICIENT_ROLE'));
  });

  it.each(['EDITOR', 'CLIENT_REVIEWER'] as const)('are refused to the role %s', async (role) => {
    const member = await person(role);
    const answers = await everything(`${member.path}/whe_doesnotexist000`, { session: member.session });
    expect(answers.map(codeOf)).toEqual(answers.map(() => 'INSUFFICIENT_ROLE'));
  });

  it('are hidden from strangers, who cannot distinguish a foreign workspace from a missing one', async () => {
    const owner = await person();
    const { path } = await endpointOf(owner);
    const stranger = await person();
    const foreign = await everything(path, { session: stranger.session });
    const missing = await everything('/workspaces/ws_none/webhook-endpoints/whe_none', {
      session: stranger.session,
    });
    expect(foreign.map(codeOf)).toEqual(foreign.map(() => 'FORBIDDEN_WORKSPACE'));
    expect(missing.map(codeOf)).toEqual(missing.map(() => 'FORBIDDEN_WORKSPACE'));
  });

  it('are not found under another workspace, nor deliveries under another endpoint', async () => {
    const owner = await person();
    const endpoint = await endpointOf(owner);
    const sibling = await endpointOf(owner, `${url}/sibling`);
    const sent = await call(api, 'POST', `${endpoint.path}/test`, { session: owner.session });
    const stranger = await person();
    const crossed = await everything(`${stranger.path}/${endpoint.id}`, { session: stranger.session });
    // The first two are about the stranger's own workspace.
    expect(crossed.slice(2).map(codeOf)).toEqual(crossed.slice(2).map(() => 'NOT_FOUND'));
    const delivery = `${sibling.path}/deliveries/${field<string>(sent, 'deliveryId')}`;
    for (const [method, path] of [
      ['GET', delivery],
      ['GET', `${delivery}/attempts`],
      ['POST', `${delivery}/redeliver`],
    ] as const) {
      expect(codeOf(await call(api, method, path, { session: owner.session }))).toBe('NOT_FOUND');
    }
  });

  it('are deleted with their workspace', async () => {
    const owner = await person();
    const endpoint = await endpointOf(owner);
    await call(api, 'POST', `${endpoint.path}/test`, { session: owner.session });
    await call(api, 'DELETE', `/workspaces/${owner.tenant.workspaceId}`, { session: owner.session });
    const [row] = await api.deps.db
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, endpoint.id));
    expect(row).toMatchObject({ secret: null });
    expect(row?.deletedAt).not.toBeNull();
    const deliveries = await api.deps.db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.endpointId, endpoint.id));
    expect(deliveries).toMatchObject([{ status: 'DEAD', deadReason: 'ENDPOINT_REMOVED' }]);
  });
});

async function recordAttempts(deliveryId: string, count: number): Promise<void> {
  const startedMs = api.clock.now().getTime();
  await api.deps.db.insert(webhookAttempts).values(
    Array.from({ length: count }, (_, index) => ({
      id: api.deps.newId('webhookAttempt'),
      deliveryId,
      number: index + 1,
      workflowId: 'run',
      step: index,
      startedAt: new Date(startedMs + index),
      durationMs: 12,
      outcome: 'FAILED' as const,
      statusCode: 500,
      error: null,
      responseText: 'no',
      waitMs: 30_000,
    })),
  );
}
