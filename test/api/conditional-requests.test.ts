import { beforeAll, describe, expect, it } from 'vitest';
import { isResource } from '../../src/api/openapi/conventions.js';
import { operations } from '../../src/api/routes/index.js';
import { call, codeOf, field, type Answer } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { mintTenant } from '../harness/tenants.js';

const api = useTestApi();
const tenant = useTenant(api);
let postId: string;

beforeAll(async () => {
  postId = await api.draft(tenant);
});

function get(path: string, ifNoneMatch?: string, key = tenant.key): Promise<Answer> {
  return call(api, 'GET', path, {
    key,
    headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch },
  });
}

describe('ETag and If-None-Match', () => {
  it.each(['post', 'account', 'workspace'])(
    'are supported for a %s: the response has a strong ETag, and a matching If-None-Match gets 304',
    async (kind) => {
      const paths: Record<string, string> = {
        post: `/posts/${postId}`,
        account: `/social-accounts/${tenant.accountIds[0]}`,
        workspace: `/workspaces/${tenant.workspaceId}`,
      };
      const path = paths[kind] ?? '';
      const first = await get(path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[\w-]{27}"$/);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      expect((await get(path)).headers.get('etag')).toBe(tag);
      for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const same = await get(path, header);
        expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', tag]);
        expect(same.headers.get('content-type')).toBeNull();
        expect(same.headers.get('x-request-id')).toMatch(/^req_/);
      }
      expect((await get(path, '"other"')).status).toBe(200);
    },
  );

  it('detect a change of the post, which then has another ETag', async () => {
    const tag = (await get(`/posts/${postId}`)).headers.get('etag') ?? '';
    await call(api, 'PATCH', `/posts/${postId}`, { key: tenant.key, body: { content: 'another text' } });
    const changed = await get(`/posts/${postId}`, tag);
    expect([changed.status, field(changed, 'caption')]).toEqual([200, 'another text']);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });

  it('reveal nothing to a stranger, who is refused with any ETag', async () => {
    const stranger = await mintTenant(api);
    for (const tag of ['*', (await get(`/posts/${postId}`)).headers.get('etag') ?? '']) {
      const answer = await get(`/posts/${postId}`, tag, stranger.key);
      expect([answer.status, codeOf(answer), answer.headers.get('etag')]).toEqual([404, 'NOT_FOUND', null]);
    }
  });

  it('are not supported by lists', async () => {
    expect((await get('/posts')).headers.get('etag')).toBeNull();
  });

  it('are supported by every GET of a single resource, and described there', () => {
    const resources = operations.filter(({ route }) => isResource(route));
    expect(resources.map(({ route }) => route.operationId)).toEqual(
      expect.arrayContaining(['getPost', 'getSocialAccount', 'getWorkspace']),
    );
    for (const { route } of resources) {
      expect(route.responses['304']).toBeDefined();
      expect(route.parameters).toContainEqual({ $ref: '#/components/parameters/IfNoneMatch' });
    }
  });
});
