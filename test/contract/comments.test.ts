import { describe, expect, it } from 'vitest';
import { call, codeOf, field, type Answer } from '../harness/api.js';
import { mintComment } from '../harness/comments.js';
import { mintKey, mintTenant, mintWorkspaceOf } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });

const get = (path: string): Promise<Answer> => call(api, 'GET', path, { key: tenant.key });
const post = (path: string, body?: object): Promise<Answer> =>
  call(api, 'POST', path, { key: tenant.key, ...(body && { body }) });
const readAtOf = async (id: string): Promise<string | null> =>
  field<string | null>(await get(`/comments/${id}`), 'readAt');

describe('Comments', () => {
  it('Comments 1: GET /comments without workspaceId covers every workspace of the key', async () => {
    const second = await mintWorkspaceOf(api, tenant.userId);
    const here = await mintComment(api, tenant);
    const there = await mintComment(api, tenant, { workspaceId: second });
    await mintComment(api, await mintTenant(api));
    const idsOf = async (path: string) =>
      field<{ id: string }[]>(await get(path), 'data')
        .map(({ id }) => id)
        .sort();
    expect(await idsOf('/comments')).toEqual([here, there].sort());
    expect(await idsOf(`/comments?workspaceId=${second}`)).toEqual([there]);
  });

  it('Comments 2: POST /comments/refresh requires workspaceId', async () => {
    const refused = await post('/comments/refresh', {});
    expect([refused.status, codeOf(refused)]).toEqual([400, 'VALIDATION_FAILED']);
    expect(field<{ path: string }[]>(refused, 'details')[0]?.path).toBe('workspaceId');
    expect((await post(`/comments/refresh?workspaceId=${tenant.workspaceId}`, {})).status).toBe(202);
  });

  it('Comments 3: an empty body or read: true marks a comment as read, and read: false clears readAt', async () => {
    const id = await mintComment(api, tenant);
    expect(await readAtOf(id)).toBeNull();
    for (const body of [undefined, {}, { read: true }]) {
      const marked = await post(`/comments/${id}/read`, body);
      expect([marked.status, marked.body]).toEqual([200, { ok: true }]);
      expect(await readAtOf(id)).not.toBeNull();
      expect((await post(`/comments/${id}/read`, { read: false })).body).toEqual({ ok: true });
      expect(await readAtOf(id)).toBeNull();
    }
  });

  it('Comments 4: an invalid body results in 400, and a missing credential in the bare 401', async () => {
    const id = await mintComment(api, tenant);
    for (const body of [{ read: 'yes' }, { read: 1 }, { unread: true }]) {
      const refused = await post(`/comments/${id}/read`, body);
      expect([refused.status, codeOf(refused)]).toEqual([400, 'VALIDATION_FAILED']);
    }
    const unknown = await call(api, 'POST', `/comments/${id}/read`, {});
    expect(unknown.status).toBe(401);
    expect(unknown.body).not.toHaveProperty('code');
    expect(await readAtOf(id)).toBeNull();
  });

  it('Comments 5: reply and read require access to the comment’s own workspace', async () => {
    const second = await mintWorkspaceOf(api, tenant.userId);
    const elsewhere = await mintComment(api, tenant, { workspaceId: second });
    const theirs = await mintComment(api, await mintTenant(api));
    const scoped = await mintKey(api, tenant.userId, [tenant.workspaceId]);
    for (const [action, body] of [
      ['read', {}],
      ['reply', { text: 'hi' }],
    ] as const) {
      const act = async (id: string, key: string) =>
        codeOf(await call(api, 'POST', `/comments/${id}/${action}`, { key, body }));
      expect(await act(elsewhere, scoped)).toBe('FORBIDDEN_WORKSPACE');
      expect(await act(theirs, tenant.key)).toBe('NOT_FOUND');
    }
  });
});
