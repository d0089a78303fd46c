import { describe, expect, it } from 'vitest';
import { hashtagSets, savedReplies } from '../../src/db/schema/index.js';
import { savedRepliesPerWorkspaceMax } from '../../src/domain/comments.js';
import { hashtagSetsPerWorkspaceMax } from '../../src/domain/limits.js';
import { codeOf, field } from '../harness/api.js';
import { mintTenant } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });
const owner = () => api.as({ key: tenant.key });

const kinds = [
  {
    resource: 'saved-replies',
    table: savedReplies,
    idKind: 'savedReply',
    given: { name: 'Opening hours', text: 'We open at nine.' },
    change: { text: 'We open at ten.' },
    max: savedRepliesPerWorkspaceMax,
    code: 'too_many_saved_replies',
  },
  {
    resource: 'hashtag-sets',
    table: hashtagSets,
    idKind: 'hashtagSet',
    given: { name: 'Summer', hashtags: '#sea #beach' },
    change: { hashtags: '#sea' },
    max: hashtagSetsPerWorkspaceMax,
    code: 'too_many_hashtag_sets',
  },
] as const;

describe.each(kinds)('$resource', ({ resource, table, idKind, given, change, max, code }) => {
  const path = (id = '') => `/workspaces/${tenant.workspaceId}/${resource}${id === '' ? '' : `/${id}`}`;

  it('are created, listed, changed and deleted by every member who may write', async () => {
    const editor = api.as({ key: (await api.mintMember(tenant.workspaceId, 'EDITOR')).key });
    const created = await editor.post(path(), given);
    expect([created.status, created.body]).toMatchObject([
      201,
      { ...given, workspaceId: tenant.workspaceId },
    ]);
    const id = field<string>(created, 'id');
    expect(field(await owner().get(path()), 'data')).toEqual([created.body]);
    const changed = await owner().patch(path(id), change);
    expect([changed.status, changed.body]).toMatchObject([200, { ...given, ...change }]);
    expect((await editor.delete(path(id))).status).toBe(204);
    expect([(await owner().delete(path(id))).status, (await owner().patch(path(id), given)).status]).toEqual([
      404, 404,
    ]);
    expect(field(await owner().get(path()), 'data')).toEqual([]);
  });

  it('are not found through another workspace', async () => {
    const id = field<string>(await owner().post(path(), given), 'id');
    const stranger = await mintTenant(api);
    const there = `/workspaces/${stranger.workspaceId}/${resource}/${id}`;
    expect((await api.as({ key: stranger.key }).delete(there)).status).toBe(404);
    expect(codeOf(await api.as({ key: stranger.key }).get(path()))).toBe('FORBIDDEN_WORKSPACE');
  });

  it('have a limit', async () => {
    const now = api.clock.now();
    const rows = Array.from({ length: max - 1 }, () => ({
      id: api.deps.newId(idKind),
      workspaceId: tenant.workspaceId,
      name: 'x',
      text: 'y',
      createdAt: now,
      updatedAt: now,
    }));
    await api.deps.db.insert(table).values(rows);
    expect((await owner().post(path(), given)).status).toBe(201);
    expect(await owner().post(path(), given)).toMatchObject({ status: 400, body: { details: [{ code }] } });
  });
});
