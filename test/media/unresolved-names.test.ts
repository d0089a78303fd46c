import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { field } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const resolver = () => Promise.resolve([]);
const guarded = createGuardedFetch({ policy: {}, resolver });
const api = useTestApi({ media: { fetch: guarded } });
const tenant = useTenant(api);
afterAll(() => guarded[Symbol.asyncDispose]());

const url = 'https://nobody.example/picture.png';

describe('a URL whose host name cannot be resolved', () => {
  let entries: object[];
  beforeAll(() => {
    entries = [{ accountId: tenant.accountIds[0] }];
  });

  it('leads to FETCH_FAILED for from-url and for mediaItems, with the reason', async () => {
    const fromUrl = await api.as(tenant).post(`/media/from-url?workspaceId=${tenant.workspaceId}`, { url });
    const inPost = await api
      .as(tenant)
      .post('/posts', { content: 'Hello', platforms: entries, mediaItems: [{ url }] });
    for (const answer of [fromUrl, inPost]) {
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body).toMatchObject({ code: 'FETCH_FAILED', reason: 'dns_failed' });
    }
  });

  it('is identified by its path in the form of the request', async () => {
    const accountId = tenant.accountIds[0];
    const flat = { content: 'Hello', platforms: [{ accountId, mediaItems: [{ url }] }] };
    const nested = { caption: 'Hello', targets: [{ socialAccountId: accountId, mediaItems: [{ url }] }] };
    const post = (body: object) => api.as(tenant).post('/posts', body);
    for (const [answer, path] of [
      [await post({ ...flat, platforms: entries, mediaItems: [{ url }] }), 'mediaItems.0.url'],
      [await post(flat), 'platforms.0.mediaItems.0.url'],
      [await post(nested), 'targets.0.mediaItems.0.url'],
    ] as const) {
      expect(answer.body).toMatchObject({ code: 'FETCH_FAILED', path });
      expect(field<string>(answer, 'message').startsWith(`${path}: `)).toBe(true);
      expect(field<string>(answer, 'message').match(/mediaItems/g)).toHaveLength(1);
    }
  });

  it('is reported by a validation with the same code', async () => {
    const body = { content: 'Hello', platforms: entries, mediaItems: [{ url }] };
    const answer = await api.as(tenant).post('/posts/validate', body);
    expect(field<object[]>(answer, 'findings')).toContainEqual(
      expect.objectContaining({ path: 'mediaItems.0.url', code: 'fetch_failed' }),
    );
  });

  it('does not get the same code as a URL that may not be fetched', async () => {
    const refused = await api
      .as(tenant)
      .post(`/media/from-url?workspaceId=${tenant.workspaceId}`, { url: 'https://127.0.0.1/picture.png' });
    expect(refused.body).toMatchObject({ code: 'URL_REJECTED', reason: 'private_address' });
  });
});
