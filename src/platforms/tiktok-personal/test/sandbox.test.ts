import { describe, expect, it } from 'vitest';
import { useSafeFetch, useSandbox } from '../../../../test/platforms/use-sandbox.js';
import type { EgressRequest, EgressResponse } from '../../../egress/safe-fetch.js';

const safeFetch = useSafeFetch();
const sandbox = useSandbox();

const json = { 'content-type': 'application/json; charset=UTF-8' };
const bearer = { authorization: 'Bearer sandbox:-000refused' };

function call(path: string, body: object, headers: Record<string, string> = { ...json, ...bearer }) {
  const url = `${sandbox.url}/tiktok-personal${path}`;
  return safeFetch({ url, method: 'POST', headers, body: JSON.stringify(body) });
}

const codeOf = ({ body }: EgressResponse): unknown =>
  (JSON.parse(body) as { error: { code: unknown } }).error.code;

const post = { privacy_level: 'PUBLIC_TO_EVERYONE' };
const source = { source: 'FILE_UPLOAD', video_size: 1_000, chunk_size: 1_000, total_chunk_count: 1 };
const MiB = 1024 * 1024;
const chunked = { source: 'FILE_UPLOAD', video_size: 15 * MiB, chunk_size: 5 * MiB, total_chunk_count: 3 };
const images = { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images: ['http://127.0.0.1:1/a.jpeg'] };
const photos = { post_info: post, source_info: images, post_mode: 'DIRECT_POST', media_type: 'PHOTO' };

const video = '/v2/post/publish/video/init/';
const inbox = '/v2/post/publish/inbox/video/init/';
const content = '/v2/post/publish/content/init/';

describe('the simulator', () => {
  it.each<[what: string, path: string, body: object]>([
    ['an unknown field', video, { post_info: { ...post, visibility: 1 }, source_info: source }],
    ['an unknown field beside them', video, { post_info: post, source_info: source, media_type: 'VIDEO' }],
    ['a post without a privacy level', video, { post_info: {}, source_info: source }],
    [
      'a caption that is too long',
      video,
      { post_info: { ...post, title: 'a'.repeat(2_201) }, source_info: source },
    ],
    [
      'a private paid partnership',
      video,
      {
        post_info: { privacy_level: 'SELF_ONLY', brand_content_toggle: true },
        source_info: source,
      },
    ],
    ['a draft with text', inbox, { post_info: { title: 'hi' }, source_info: source }],
    ['a source without a size', inbox, { source_info: { source: 'FILE_UPLOAD' } }],
    ['small videos in chunks', inbox, { source_info: { ...source, chunk_size: 500, total_chunk_count: 2 } }],
    [
      'chunks that are too small',
      inbox,
      {
        source_info: { ...chunked, chunk_size: 3 * MiB, total_chunk_count: 5 },
      },
    ],
    ['a count that is rounded up', inbox, { source_info: { ...chunked, chunk_size: 6 * MiB } }],
    ['pictures without a mode', content, { ...photos, post_mode: undefined }],
    ['pictures without a kind', content, { ...photos, media_type: undefined }],
    [
      'too many pictures',
      content,
      {
        ...photos,
        source_info: { ...images, photo_images: Array.from({ length: 36 }, () => 'http://127.0.0.1:1/') },
      },
    ],
    ['a missing cover', content, { ...photos, source_info: { ...images, photo_cover_index: 1 } }],
    ['pictures as bytes', content, { ...photos, source_info: { ...images, source: 'FILE_UPLOAD' } }],
    ['a draft of pictures with a privacy level', content, { ...photos, post_mode: 'MEDIA_UPLOAD' }],
    ['a status without an id', '/v2/post/publish/status/fetch/', {}],
  ])('refuses a post with %s', async (_what, path, body) => {
    const answer = await call(path, body);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid_param']);
  });

  it.each([
    ['/v2/video/list/', {}],
    ['/v2/video/list/?fields=id,likes', {}],
    ['/v2/video/list/?fields=id', { max_count: 21 }],
    ['/v2/video/list/?fields=id', { since: 1 }],
  ])('refuses a list that is requested by %s %o', async (path, body) => {
    expect(codeOf(await call(path, body))).toBe('invalid_params');
  });

  it('refuses a call without a valid token or without JSON', async () => {
    expect(codeOf(await call(video, {}, json))).toBe('access_token_invalid');
    expect(codeOf(await call(`${video}?access_token=sandbox:-000refused`, {}, json))).toBe(
      'access_token_invalid',
    );
    expect(codeOf(await call(video, {}, { ...bearer, 'content-type': 'text/plain' }))).toBe('invalid_params');
  });

  it('refuses a privacy level that the account does not offer', async () => {
    const body = { post_info: { privacy_level: 'FOLLOWER_OF_CREATOR' }, source_info: source };
    const answer = await call(video, body);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'privacy_level_option_mismatch']);
  });
});

describe('the upload URL', () => {
  async function open(info: object): Promise<string> {
    const answer = await call(inbox, { source_info: info });
    return (JSON.parse(answer.body) as { data: { upload_url: string } }).data.upload_url;
  }
  const put = (url: string, range: string, bytes: number, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'video/mp4', 'content-range': `bytes ${range}`, ...more };
    const request: EgressRequest = { url, method: 'PUT', headers, body: new Uint8Array(bytes) };
    return safeFetch(request);
  };

  it('refuses a request with a token, another type or another length', async () => {
    const url = await open(source);
    expect((await put(url, '0-999/1000', 1_000, bearer)).status).toBe(400);
    expect((await put(url, '0-999/1000', 1_000, { 'content-type': 'image/png' })).status).toBe(400);
    expect((await put(url, '0-999/1000', 999)).status).toBe(400);
    expect((await put(url, '0-999/1001', 1_000)).status).toBe(400);
    expect((await put(url, '0-499/1000', 500)).status).toBe(400);
    expect((await put(`${url}0`, '0-999/1000', 1_000)).status).toBe(404);
  });

  it('accepts chunks only in order, and reports how many bytes have arrived', async () => {
    const url = await open(chunked);
    const total = 15 * MiB;
    const chunk = (index: number) =>
      put(url, `${index * 5 * MiB}-${(index + 1) * 5 * MiB - 1}/${total}`, 5 * MiB);
    expect((await chunk(1)).status).toBe(416);
    expect((await chunk(0)).status).toBe(206);
    const again = await chunk(0);
    expect(again.status).toBe(416);
    expect(again.headers['content-range']).toBe(`bytes 0-${5 * MiB - 1}/${total}`);
    expect((await chunk(2)).status).toBe(416);
    expect((await chunk(1)).status).toBe(206);
    expect((await chunk(2)).status).toBe(201);
    expect((await chunk(2)).status).toBe(416);
  });
});

describe('the token endpoint', () => {
  const app = 'client_key=sandbox-client&client_secret=sandbox-client-secret';
  it.each([
    [`${app}&grant_type=password`, 'unsupported_grant_type'],
    [`${app}&grant_type=authorization_code&code=other`, 'invalid_grant'],
    ['grant_type=refresh_token&refresh_token=sandbox-refresh:-0', 'invalid_client'],
    [
      'grant_type=refresh_token&client_key=a&client_secret=b&refresh_token=sandbox-refresh:-0',
      'invalid_client',
    ],
    [`${app}&grant_type=refresh_token&refresh_token=other`, 'invalid_grant'],
  ])('refuses %s', async (body, error) => {
    const url = `${sandbox.url}/tiktok-personal/v2/oauth/token/`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await safeFetch({ url, method: 'POST', headers, body });
    expect(JSON.parse(answer.body)).toMatchObject({ error });
  });

  it('returns the id of the account', async () => {
    const url = `${sandbox.url}/tiktok-personal/v2/user/info/?fields=open_id,username`;
    const answer = await safeFetch({ url, method: 'GET', headers: bearer });
    expect(JSON.parse(answer.body)).toMatchObject({ data: { user: { open_id: '-000refused' } } });
  });
});
