import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/routes/index.js';
import { ahead, call, codeOf, field, type Answer, type CallOptions } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { mintSession, mintTenant } from '../harness/tenants.js';

const api = useTestApi();
const tenant = useTenant(api);

const send = (method: string, path: string, ifMatch?: string, more: CallOptions = {}): Promise<Answer> =>
  call(api, method, path, {
    ...(more.session === undefined && { key: tenant.key }),
    ...more,
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  });
const tagOf = async (path: string, more: CallOptions = {}): Promise<string> =>
  (await send('GET', path, undefined, more)).headers.get('etag') ?? '';

function expectChanged(answer: Answer, current: string): void {
  expect([answer.status, codeOf(answer)], answer.text).toEqual([412, 'PRECONDITION_FAILED']);
  // In the tag of a response with embedded data, the first part belongs to the resource.
  const version = current.replace(/\.[\w-]+"$/, '"');
  expect(field(answer, 'etag')).toBe(version);
  expect(answer.headers.get('etag')).toBe(version);
}

describe('If-Match on a post', () => {
  it('allows a change of the current version, and the response has the next ETag', async () => {
    const postId = await api.draft(tenant);
    const path = `/posts/${postId}`;
    const first = await tagOf(path);
    const changed = await send('PATCH', path, first, { body: { content: 'Two' } });
    expect(changed.status, changed.text).toBe(200);
    const second = changed.headers.get('etag') ?? '';
    expect(second).toBe(await tagOf(path));
    expect(second).not.toBe(first);
    expectChanged(await send('PATCH', path, first, { body: { content: 'Three' } }), second);
    expect(field(await send('GET', path), 'caption')).toBe('Two');
    expect((await send('PATCH', path, second, { body: { content: 'Three' } })).status).toBe(200);
    expect((await send('PATCH', path, undefined, { body: { content: 'Four' } })).status).toBe(200);
  });

  it.each([
    ['schedule', () => ({ scheduledAt: ahead(api) })],
    ['reschedule', () => ({ scheduledAt: ahead(api, 9_000_000) })],
    ['cancel', () => ({})],
    ['retry', () => ({})],
  ])('is checked by %s before the status of the post', async (action, body) => {
    const postId = await api.draft(tenant);
    const current = await tagOf(`/posts/${postId}`);
    const answer = await send('POST', `/posts/${postId}/${action}`, '"an-earlier-one"', { body: body() });
    expectChanged(answer, current);
    const known = await send('POST', `/posts/${postId}/${action}`, current, { body: body() });
    expect(known.status).not.toBe(412);
    expect(field(known, 'status')).toBe(action === 'schedule' ? 'SCHEDULED' : 'DRAFT');
  });

  it('is checked by approve, reject and DELETE', async () => {
    const postId = await api.draft(tenant);
    const session = await mintSession(api, tenant.userId);
    const current = await tagOf(`/posts/${postId}`);
    for (const [action, body] of [
      ['approve', {}],
      ['reject', { reason: 'No.' }],
    ] as const) {
      const answer = await send('POST', `/posts/${postId}/${action}`, '"old"', { session, body });
      expectChanged(answer, current);
    }
    expectChanged(await send('DELETE', `/posts/${postId}`, '"old"'), current);
    expect((await send('DELETE', `/posts/${postId}`, current)).status).toBe(204);
  });

  it('accepts a list of ETags and *, but no weak and no invalid ETag', async () => {
    const path = `/posts/${await api.draft(tenant)}`;
    const body = { content: 'Two' };
    const tag = await tagOf(path);
    expectChanged(await send('PATCH', path, `W/${tag}`, { body }), tag);
    expectChanged(await send('PATCH', path, '"a", "b"', { body }), tag);
    const bare = await send('PATCH', path, tag.replaceAll('"', ''), { body });
    expect([bare.status, codeOf(bare)]).toEqual([400, 'VALIDATION_FAILED']);
    expect(field<{ path: string }[]>(bare, 'details')).toMatchObject([{ path: 'If-Match' }]);
    expect((await send('PATCH', path, '*', { body })).status).toBe(200);
    const now = await tagOf(path);
    expect((await send('PATCH', path, `"a", ${now}`, { body: { content: 'Three' } })).status).toBe(200);
  });

  it('accepts the ETag of a response with expanded accounts', async () => {
    const path = `/posts/${await api.draft(tenant)}`;
    const expanded = await tagOf(`${path}?expand=targets.account`);
    expect(expanded).not.toBe(await tagOf(path));
    expect((await send('PATCH', path, expanded, { body: { content: 'Two' } })).status).toBe(200);
    expectChanged(await send('PATCH', path, expanded, { body: { content: 'Three' } }), await tagOf(path));
  });

  it('reveals nothing about the post to a stranger', async () => {
    const path = `/posts/${await api.draft(tenant)}`;
    const stranger = await mintTenant(api);
    for (const tag of ['*', '"old"']) {
      const answer = await call(api, 'PATCH', path, {
        key: stranger.key,
        body: {},
        headers: { 'if-match': tag },
      });
      expect([answer.status, answer.headers.get('etag')]).toEqual([404, null]);
    }
  });

  it('allows one of many concurrent changes of the same version', async () => {
    const path = `/posts/${await api.draft(tenant)}`;
    const tag = await tagOf(path);
    const texts = Array.from({ length: 8 }, (_, index) => `Text ${index}`);
    const answers = await Promise.all(
      texts.map((content) => send('PATCH', path, tag, { body: { content } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
    const won = texts[answers.findIndex(({ status }) => status === 200)];
    expect(field(await send('GET', path), 'caption')).toBe(won);
  });

  it('is not checked again when a request is repeated with its Idempotency-Key', async () => {
    const postId = await api.draft(tenant);
    const tag = await tagOf(`/posts/${postId}`);
    const scheduledAt = ahead(api);
    const twice = (): Promise<Answer> =>
      call(api, 'POST', `/posts/${postId}/schedule`, {
        key: tenant.key,
        body: { scheduledAt },
        headers: { 'if-match': tag, 'idempotency-key': 'once' },
      });
    const [first, second] = [await twice(), await twice()];
    expect([first.status, second.status], first.text).toEqual([200, 200]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('If-Match on other resources', () => {
  it('protects a social account', async () => {
    const path = `/social-accounts/${tenant.accountIds[2]}`;
    const tag = await tagOf(path);
    const change = await send('PATCH', path, tag, { body: { readsComments: false } });
    expect(change.status, change.text).toBe(200);
    const now = await tagOf(path);
    expect(change.headers.get('etag')).toBe(now);
    expectChanged(await send('PATCH', path, tag, { body: { readsComments: true } }), now);
    expectChanged(await send('DELETE', path, tag), now);
    expect((await send('DELETE', path, now)).status).toBe(204);
    expect((await send('DELETE', path, '*')).status).toBe(404);
  });

  it('protects a workspace', async () => {
    const person = await api.mintPerson();
    const { session } = person;
    const path = `/workspaces/${person.tenant.workspaceId}`;
    const tag = await tagOf(path, { session });
    const renamed = await send('PATCH', path, tag, { session, body: { name: 'Another name' } });
    expect(renamed.status, renamed.text).toBe(200);
    const now = await tagOf(path, { session });
    expect(renamed.headers.get('etag')).toBe(now);
    expectChanged(await send('PATCH', path, tag, { session, body: { name: 'A third' } }), now);
    expectChanged(await send('DELETE', path, tag, { session }), now);
    expect((await send('DELETE', path, now, { session })).status).toBe(204);
  });

  it('protects a media asset, even though its URLs change', async () => {
    const body = { filename: 'a.png', mime: 'image/png', sizeBytes: 1_000 };
    const presigned = await send('POST', `/media/presign?workspaceId=${tenant.workspaceId}`, undefined, {
      body,
    });
    expect(presigned.status, presigned.text).toBe(201);
    const path = `/media/${field<{ id: string }>(presigned, 'media').id}`;
    const tag = await tagOf(path);
    expect((await send('PATCH', path, tag, { body: { altText: 'One' } })).status).toBe(200);
    const now = await tagOf(path);
    expectChanged(await send('PATCH', path, tag, { body: { altText: 'Two' } }), now);
    expectChanged(await send('DELETE', path, tag), now);
    expect((await send('DELETE', path, now)).status).toBe(204);
  });
});

it('If-Match is described, with 412, for every operation that changes the resource in its path', () => {
  const changing = operations
    .filter(({ route }) => route.parameters?.some((one) => '$ref' in one && one.$ref.endsWith('/IfMatch')))
    .map(({ route }) => route.operationId)
    .sort();
  expect(changing).toEqual(
    [
      ...['Post', 'Media', 'SocialAccount', 'WebhookEndpoint', 'Workspace'].flatMap((name) => [
        `delete${name}`,
        `update${name}`,
      ]),
      ...['approve', 'cancel', 'reject', 'reschedule', 'retry', 'schedule'].map((name) => `${name}Post`),
      'resolveTarget',
      'removeTarget',
      'editTarget',
      'retryFirstComment',
    ].sort(),
  );
  for (const { route } of operations.filter(({ route: { operationId } }) => changing.includes(operationId))) {
    expect(route.responses['412'], route.operationId).toBeDefined();
  }
});
