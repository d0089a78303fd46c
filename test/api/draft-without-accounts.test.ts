import { describe, expect, it } from 'vitest';
import { ahead, codeOf, field, type Answer } from '../harness/api.js';
import { mintTenant } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });
const me = () => api.as({ key: tenant.key });

const detailsOf = (answer: Answer): unknown => field(answer, 'details');
const at = (path: string, code = 'too_small'): unknown => [expect.objectContaining({ path, code })];
const write = (more: object = {}): Promise<Answer> =>
  me().post('/posts', { workspaceId: tenant.workspaceId, caption: 'An idea', ...more });
async function idea(more: object = {}): Promise<string> {
  const answer = await write(more);
  expect(answer.status, answer.text).toBe(201);
  return field(answer, 'id');
}

describe('a draft without accounts', () => {
  it.each([
    ['an empty list of targets', { targets: [], caption: 'An idea' }],
    ['an empty list of platforms', { platforms: [], content: 'An idea' }],
    ['no list', { caption: 'An idea' }],
    ['no list in the other shape', { content: 'An idea' }],
  ])('is created from %s and a workspace', async (_, body) => {
    const answer = await me().post('/posts', { workspaceId: tenant.workspaceId, ...body });
    expect(answer.status, answer.text).toBe(201);
    const { workspaceId } = tenant;
    expect(answer.body).toMatchObject({ workspaceId, status: 'DRAFT', caption: 'An idea', targets: [] });
    const path = `/posts/${field<string>(answer, 'id')}`;
    expect((await me().get(path)).body).toMatchObject({ status: 'DRAFT', targets: [] });
    expect((await me().get(`${path}/timeline`)).body).toMatchObject({ data: [{ kind: 'CREATED' }] });
    const found = await me().post('/posts/validate', { workspaceId, ...body });
    expect(found.body).toEqual({ valid: true, findings: [], targets: [] });
  });

  it.each([
    ['targets', { targets: [] }],
    ['platforms', { platforms: [] }],
  ])('requires a workspace, and must have no time: %s', async (list, body) => {
    expect(detailsOf(await me().post('/posts', body))).toEqual(at(list));
    const due = { ...body, workspaceId: tenant.workspaceId, scheduledFor: ahead(api) };
    for (const path of ['/posts', '/posts/validate']) {
      const answer = await me().post(path, due);
      expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
      expect(detailsOf(answer)).toEqual(at(list));
    }
  });

  it('is refused with both lists of accounts, or with neither', async () => {
    const { workspaceId } = tenant;
    expect(codeOf(await me().post('/posts', { caption: 'x' }))).toBe('MUST_SPECIFY_EXACTLY_ONE');
    const both = { workspaceId, targets: [], platforms: [] };
    expect(codeOf(await me().post('/posts', both))).toBe('MUST_SPECIFY_EXACTLY_ONE');
  });

  it('requires write access to the workspace, which must also be the workspace of any account', async () => {
    const stranger = await mintTenant(api);
    const there = { workspaceId: stranger.workspaceId };
    expect(codeOf(await write(there))).toBe('FORBIDDEN_WORKSPACE');
    const { key } = await api.mintMember(tenant.workspaceId, 'CLIENT_REVIEWER');
    const asReviewer = await api.as({ key }).post('/posts', { workspaceId: tenant.workspaceId });
    expect(codeOf(asReviewer)).toBe('INSUFFICIENT_ROLE');
    const targets = [{ socialAccountId: tenant.accountIds[0] }];
    expect((await write({ targets })).status).toBe(201);
    expect(detailsOf(await write({ ...there, targets }))).toEqual(at('workspaceId', 'other_workspace'));
  });

  it('is created only once for repeated requests with the same reference', async () => {
    const first = await idea({ clientReferenceId: 'once' });
    const again = await write({ clientReferenceId: 'once' });
    expect([again.status, field(again, 'id')]).toEqual([200, first]);
  });

  it('cannot be scheduled or approved by any operation before it has an account', async () => {
    const id = await idea();
    for (const action of ['schedule', 'reschedule'] as const) {
      const answer = await api.act(tenant, id, action, { scheduledAt: ahead(api) });
      const expected = action === 'schedule' ? 'VALIDATION_FAILED' : 'INVALID_STATE';
      expect(codeOf(answer), answer.text).toBe(expected);
      if (action === 'schedule') expect(detailsOf(answer)).toEqual(at('targets'));
    }
    const patched = await me().patch(`/posts/${id}`, { scheduledFor: ahead(api) });
    expect(detailsOf(patched)).toEqual(at('targets'));
    for (const action of ['retry', 'cancel'])
      expect(codeOf(await api.act(tenant, id, action))).toBe('INVALID_STATE');
    const { session } = await api.mintMember(tenant.workspaceId, 'ADMIN');
    expect(codeOf(await api.act({ session }, id, 'approve'))).toBe('INVALID_STATE');
    expect((await me().get(`/posts/${id}`)).body).toMatchObject({ status: 'DRAFT' });
  });

  it('can be edited, get a calendar date and accounts, and then be scheduled', async () => {
    const id = await idea();
    const pinnedAt = ahead(api);
    const pinned = await me().patch(`/posts/${id}`, {
      caption: 'A better idea',
      draftScheduledFor: pinnedAt,
    });
    expect(pinned.body).toMatchObject({ caption: 'A better idea', scheduledAt: pinnedAt, targets: [] });
    const targets = [{ socialAccountId: tenant.accountIds[1] }];
    const scheduled = await me().patch(`/posts/${id}`, { targets, scheduledFor: ahead(api) });
    expect(scheduled.body).toMatchObject({ status: 'SCHEDULED', targets: [{ status: 'SCHEDULED' }] });
    const emptied = await me().patch(`/posts/${id}`, { targets: [] });
    expect(detailsOf(emptied)).toEqual(at('targets'));
    const back = await me().patch(`/posts/${id}`, { targets: [], scheduledFor: null });
    expect(back.body).toMatchObject({ status: 'DRAFT', targets: [] });
    expect((await me().delete(`/posts/${id}`)).status).toBe(204);
  });
});

describe('GET /posts?dated', () => {
  it('lists drafts without a date separately from those with one', async () => {
    const loose = await idea();
    const pinned = await idea({ draftScheduledFor: ahead(api) });
    const idsOf = async (query: string): Promise<string[]> => {
      const answer = await me().get(`/posts?workspaceId=${tenant.workspaceId}&status=DRAFT${query}`);
      return field<{ id: string }[]>(answer, 'data').map(({ id }) => id);
    };
    expect(await idsOf('&dated=false')).toEqual([loose]);
    expect(await idsOf('&dated=true')).toEqual([pinned]);
    expect((await idsOf('')).toSorted()).toEqual([loose, pinned].toSorted());
    expect(codeOf(await me().get('/posts?dated=maybe'))).toBe('VALIDATION_FAILED');
  });
});
