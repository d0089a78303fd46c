import { describe, expect, it } from 'vitest';
import { savedReplies } from '../../src/db/schema/index.js';
import { savedRepliesPerWorkspaceMax } from '../../src/domain/comments.js';
import { codeOf, field } from '../harness/api.js';
import { mintTenant } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });
const owner = () => api.as({ key: tenant.key });
const path = (id = '') => `/workspaces/${tenant.workspaceId}/saved-replies${id === '' ? '' : `/${id}`}`;
const hours = { name: 'Opening hours', text: 'We open at nine.' };

describe('saved replies', () => {
  it('are created, listed, changed and deleted by every member who may reply', async () => {
    const editor = api.as({ key: (await api.mintMember(tenant.workspaceId, 'EDITOR')).key });
    const created = await editor.post(path(), hours);
    expect([created.status, created.body]).toMatchObject([
      201,
      { ...hours, workspaceId: tenant.workspaceId },
    ]);
    const id = field<string>(created, 'id');
    expect(field(await owner().get(path()), 'data')).toEqual([created.body]);
    const changed = await owner().patch(path(id), { text: 'We open at ten.' });
    expect([changed.status, changed.body]).toMatchObject([200, { ...hours, text: 'We open at ten.' }]);
    expect((await editor.delete(path(id))).status).toBe(204);
    expect([(await owner().delete(path(id))).status, (await owner().patch(path(id), hours)).status]).toEqual([
      404, 404,
    ]);
    expect(field(await owner().get(path()), 'data')).toEqual([]);
  });

  it('are not found through another workspace', async () => {
    const id = field<string>(await owner().post(path(), hours), 'id');
    const stranger = await mintTenant(api);
    const there = `/workspaces/${stranger.workspaceId}/saved-replies/${id}`;
    expect((await api.as({ key: stranger.key }).delete(there)).status).toBe(404);
    expect(codeOf(await api.as({ key: stranger.key }).get(path()))).toBe('FORBIDDEN_WORKSPACE');
  });

  it('have a limit', async () => {
    const now = api.clock.now();
    const row = { ...hours, workspaceId: tenant.workspaceId, createdAt: now, updatedAt: now };
    const rows = Array.from({ length: savedRepliesPerWorkspaceMax - 1 }, () => ({
      ...row,
      id: api.deps.newId('savedReply'),
    }));
    await api.deps.db.insert(savedReplies).values(rows);
    expect((await owner().post(path(), hours)).status).toBe(201);
    expect(await owner().post(path(), hours)).toMatchObject({
      status: 400,
      body: { details: [{ code: 'too_many_saved_replies' }] },
    });
  });
});
