import { describe, expect, it } from 'vitest';
import { ahead, call, codeOf, field, type Answer } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { mintAccount, mintKey, mintSession, mintTenant, mintWorkspaceOf } from '../harness/tenants.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });

const keyForm = /^punctual_live_[0-9A-Za-z]{32}$/;
const get = (path: string, key: string): Promise<Answer> => call(api, 'GET', path, { key });

/** Creates a key as the dashboard does. */
async function createKey(body: object): Promise<Answer> {
  const session = await mintSession(api, tenant.userId);
  return call(api, 'POST', `/workspaces/${tenant.workspaceId}/api-keys`, { session, body });
}

describe('Authentication', () => {
  it('Authentication 1: a request has a bearer key, which consists of the live prefix and 32 characters', async () => {
    expect(tenant.key).toMatch(keyForm);
    expect((await get('/workspaces', tenant.key)).status).toBe(200);
    expect((await call(api, 'GET', '/workspaces')).status).toBe(401);
    const elsewhere = await call(api, 'GET', '/workspaces', { headers: { 'x-api-key': tenant.key } });
    expect(elsewhere.status).toBe(401);
  });

  it('Authentication 2: the dashboard creates full and scoped keys, and a scoped key never gets more workspaces', async () => {
    const second = await mintWorkspaceOf(api, tenant.userId);
    const full = await createKey({ name: 'full' });
    const scoped = await createKey({ name: 'scoped', mode: 'scoped', workspaceIds: [tenant.workspaceId] });
    expect([full.status, scoped.status]).toEqual([201, 201]);
    const third = await mintWorkspaceOf(api, tenant.userId);
    const seen = async (key: string): Promise<string[]> => {
      const { data } = (await get('/workspaces', key)).body as { data: { id: string }[] };
      return data.map(({ id }) => id).sort();
    };
    const fullKey = field<string>(full, 'key');
    const scopedKey = field<string>(scoped, 'key');
    expect(await seen(fullKey)).toEqual([tenant.workspaceId, second, third].sort());
    expect(await seen(scopedKey)).toEqual([tenant.workspaceId]);
  });

  it('Authentication 3: a key cannot access another workspace: listing the posts of one results in 403', async () => {
    const other = await mintTenant(api);
    const answer = await get(`/posts?workspaceId=${other.workspaceId}`, tenant.key);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'FORBIDDEN_WORKSPACE']);
    const second = await mintWorkspaceOf(api, tenant.userId);
    const scoped = await mintKey(api, tenant.userId, [second]);
    expect((await get(`/posts?workspaceId=${tenant.workspaceId}`, scoped)).status).toBe(403);
  });

  it('Authentication 4: a key is shown once, cannot be rotated in place, and is refused as soon as it is revoked', async () => {
    const created = await createKey({ name: 'short-lived' });
    const key = field<string>(created, 'key');
    expect(key).toMatch(keyForm);
    const session = await mintSession(api, tenant.userId);
    const path = `/workspaces/${tenant.workspaceId}/api-keys`;
    const listed = await call(api, 'GET', path, { session });
    expect(listed.status).toBe(200);
    expect(listed.text).not.toContain(key);
    const one = `${path}/${field<string>(created, 'id')}`;
    for (const method of ['PATCH', 'PUT', 'POST']) {
      const answer = await call(api, method, one, { session, body: {} });
      expect([404, 405]).toContain(answer.status);
    }
    expect((await get('/posts', key)).status).toBe(200);
    expect((await call(api, 'DELETE', one, { session })).status).toBe(204);
    const refused = await get('/posts', key);
    expect([refused.status, codeOf(refused)]).toEqual([401, 'INVALID_API_KEY']);
  });

  it('Authentication 4: a running request completes even if its key is revoked meanwhile', async () => {
    const created = await createKey({ name: 'in flight' });
    const key = field<string>(created, 'key');
    const session = await mintSession(api, tenant.userId);
    const one = `/workspaces/${tenant.workspaceId}/api-keys/${field<string>(created, 'id')}`;
    // The request has been authenticated, but its body ends only after the revocation.
    let finish: () => void = () => undefined;
    const revoked = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const body = JSON.stringify({ content: 'x', platforms: [{ accountId: tenant.accountIds[0] }] });
    let pulls = 0;
    const raw = new ReadableStream({
      async pull(controller) {
        pulls += 1;
        if (pulls === 1) controller.enqueue(new TextEncoder().encode(body.slice(0, 5)));
        else {
          await revoked;
          controller.enqueue(new TextEncoder().encode(body.slice(5)));
          controller.close();
        }
      },
    });
    const before = await lastUse(session, one);
    const answer = call(api, 'POST', '/posts', { key, raw, headers: { 'content-type': 'application/json' } });
    await expect.poll(() => lastUse(session, one)).not.toBe(before);
    expect((await call(api, 'DELETE', one, { session })).status).toBe(204);
    finish();
    expect((await answer).status).toBe(201);
  });

  async function lastUse(session: Awaited<ReturnType<typeof mintSession>>, one: string): Promise<unknown> {
    const id = one.split('/').at(-1);
    const listed = await call(api, 'GET', one.slice(0, one.lastIndexOf('/')), { session });
    const { data } = listed.body as { data: { id: string; lastUsedAt: string | null }[] };
    return data.find((key) => key.id === id)?.lastUsedAt ?? null;
  }

  it('Authentication 5: a key cannot create or delete workspaces, manage keys, invite users or use webhook operations', async () => {
    const base = `/workspaces/${tenant.workspaceId}`;
    const attempts: [string, string, object?][] = [
      ['POST', '/workspaces', { name: 'Another' }],
      ['DELETE', base],
      ['POST', `${base}/api-keys`, { name: 'more' }],
      ['GET', `${base}/api-keys`],
      ['DELETE', `${base}/api-keys/key_tz4a98xxat96iws9zmbrgj3a`],
      ['POST', `${base}/invitations`, { email: 'new@example.test', role: 'EDITOR' }],
      ['GET', `${base}/webhook-endpoints`],
      ['POST', `${base}/webhook-endpoints`, { url: 'https://example.com/hook' }],
    ];
    for (const [method, path, body] of attempts) {
      const answer = await call(api, method, path, { key: tenant.key, ...(body && { body }) });
      expect([method, path, answer.status, codeOf(answer)]).toEqual([method, path, 403, 'INSUFFICIENT_ROLE']);
    }
  });

  it('Authentication 6: the list shows only the first eight characters of a key after its prefix', async () => {
    const key = field<string>(await createKey({ name: 'shown' }), 'key');
    const session = await mintSession(api, tenant.userId);
    const { text } = await call(api, 'GET', `/workspaces/${tenant.workspaceId}/api-keys`, { session });
    const secret = key.slice('punctual_live_'.length);
    expect(text).toContain(`"${secret.slice(0, 8)}"`);
    expect(text).not.toContain(secret.slice(0, 9));
  });

  it('Authentication 7: owners, admins and editors can create and schedule posts, but client reviewers cannot', async () => {
    for (const role of ['OWNER', 'ADMIN', 'EDITOR', 'CLIENT_REVIEWER'] as const) {
      const member = await mintTenant(api, role);
      const body = {
        content: 'x',
        platforms: [{ accountId: member.accountIds[0] }],
        scheduledFor: ahead(api),
      };
      const answer = await call(api, 'POST', '/posts', { key: member.key, body });
      if (role === 'CLIENT_REVIEWER')
        expect([answer.status, codeOf(answer)]).toEqual([403, 'INSUFFICIENT_ROLE']);
      else expect([role, answer.status]).toEqual([role, 201]);
    }
  });

  it('Authentication 8: 401 UNAUTHORIZED, 401 INVALID_API_KEY and 403 FORBIDDEN_WORKSPACE are distinct', async () => {
    const answers: [Answer, number, string][] = [
      [await call(api, 'GET', '/posts'), 401, 'UNAUTHORIZED'],
      [await call(api, 'GET', '/posts', { key: 'not-a-key' }), 401, 'UNAUTHORIZED'],
      [await get('/posts', `punctual_live_${'Z'.repeat(32)}`), 401, 'INVALID_API_KEY'],
      [await get('/workspaces/ws_doesnotexist0000000', tenant.key), 403, 'FORBIDDEN_WORKSPACE'],
    ];
    for (const [answer, status, code] of answers)
      expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    const messages = answers.slice(0, 2).map(([{ body }]) => (body as { message: string }).message);
    expect(messages).toEqual([
      expect.stringContaining('Authorization: Bearer'),
      expect.stringMatching(/not an API key.*punctual_live_ and 32 letters and digits/),
    ]);
  });

  it('Authentication 9: every role can read, but only owners and admins can disconnect accounts', async () => {
    const reviewer = await mintTenant(api, 'CLIENT_REVIEWER');
    for (const path of ['/posts', '/social-accounts', `/social-accounts/${reviewer.accountIds[0]}`]) {
      expect((await get(path, reviewer.key)).status).toBe(200);
    }
    for (const [role, status] of [
      ['CLIENT_REVIEWER', 403],
      ['EDITOR', 403],
      ['ADMIN', 204],
      ['OWNER', 204],
    ] as const) {
      const member = await mintTenant(api, role);
      const account = await mintAccount(api, member.workspaceId, 'BLUESKY');
      const answer = await call(api, 'DELETE', `/social-accounts/${account}`, { key: member.key });
      expect([role, answer.status]).toEqual([role, status]);
    }
  });
});
