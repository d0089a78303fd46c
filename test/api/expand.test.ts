import { beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets, postMedia } from '../../src/db/schema/index.js';
import { call, codeOf, field } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { secretCanary } from '../harness/tenants.js';

const api = useTestApi();
const tenant = useTenant(api);
let postId: string;

beforeAll(async () => {
  const platforms = tenant.accountIds.slice(0, 2).map((accountId) => ({ accountId }));
  const body = { content: 'x', platforms };
  postId = field(await call(api, 'POST', '/posts', { key: tenant.key, body }), 'id');
});

interface Post {
  targets: { socialAccountId: string; account?: Record<string, unknown> | null }[];
  media: { mediaAssetId: string; asset?: Record<string, unknown> | null }[];
}
async function get(path: string): Promise<unknown> {
  const answer = await call(api, 'GET', path, { key: tenant.key });
  expect(answer.status).toBe(200);
  return answer.body;
}
const getPost = async (query: string): Promise<Post> => (await get(`/posts/${postId}${query}`)) as Post;
const listPosts = async (query: string): Promise<Post[]> =>
  ((await get(`/posts${query}`)) as { data: Post[] }).data;

describe('expand', () => {
  it('adds nothing unless requested', async () => {
    for (const post of [await getPost(''), ...(await listPosts(''))]) {
      expect(JSON.stringify(post)).not.toMatch(/"account":|"asset":/);
    }
  });

  it('adds each account to its target, in the shape of GET /social-accounts/{id}', async () => {
    const [listed] = await listPosts('?expand=targets.account');
    for (const post of [await getPost('?expand=targets.account'), listed]) {
      for (const { socialAccountId, account } of post?.targets ?? []) {
        expect(account).toEqual(await get(`/social-accounts/${socialAccountId}`));
      }
      expect(post?.targets).toHaveLength(2);
      expect(JSON.stringify(post)).not.toContain(secretCanary);
    }
  });

  it('adds null for an account that was disconnected meanwhile', async () => {
    const [, , third] = tenant.accountIds;
    const body = { content: 'x', platforms: [{ accountId: third }] };
    const id = field<string>(await call(api, 'POST', '/posts', { key: tenant.key, body }), 'id');
    await call(api, 'DELETE', `/social-accounts/${third}`, { key: tenant.key });
    const post = (await get(`/posts/${id}?expand=targets.account`)) as Post;
    expect(post.targets).toMatchObject([{ socialAccountId: third, account: null }]);
  });

  it('adds each asset to the media of the post', async () => {
    const now = api.deps.clock.now();
    const mediaAssetId = api.deps.newId('mediaAsset');
    await api.deps.db.insert(mediaAssets).values({
      id: mediaAssetId,
      workspaceId: tenant.workspaceId,
      kind: 'IMAGE',
      storageKey: `ws/${mediaAssetId}`,
      createdAt: now,
      updatedAt: now,
    });
    await api.deps.db.insert(postMedia).values({ postId, mediaAssetId, order: 0, altText: null });
    const post = await getPost('?expand=media.asset,targets.account');
    expect(post.media[0]?.asset).toEqual(await get(`/media/${mediaAssetId}`));
    expect(post.targets[0]?.account).toMatchObject({ id: tenant.accountIds[0] });
    expect((await getPost('')).media).toEqual([{ postId, mediaAssetId, order: 0, altText: null }]);
  });

  it.each(['?expand=everything', '?expand=targets', '?surprise=1'])('refuses %s', async (query) => {
    for (const path of ['/posts', `/posts/${postId}`]) {
      const answer = await call(api, 'GET', `${path}${query}`, { key: tenant.key });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
    }
  });
});
