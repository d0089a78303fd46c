import { describe, expect, it } from 'vitest';
import { useSafeFetch } from '../../../../test/platforms/use-sandbox.js';
import { z } from 'zod';
import { useHarness } from './harness.js';

const answerSchema = z.object({
  code: z.number(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()),
});
const safeFetch = useSafeFetch();
const harness = useHarness();

const business_id = '-000open7';
const withToken = { 'access-token': `sandbox:${business_id}~0`, 'content-type': 'application/json' };

/** Sends a request to the sandbox as any client could. */
async function send(
  path: string,
  body: object | null,
  headers: Record<string, string> = withToken,
): Promise<z.infer<typeof answerSchema>> {
  const answer = await safeFetch({
    url: `${harness.sandbox.url}/tiktok-business/open_api/v1.3${path}`,
    method: body === null ? 'GET' : 'POST',
    headers,
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return answerSchema.parse(JSON.parse(answer.body));
}

const video = { business_id, video_url: 'http://127.0.0.1:9/a.mp4', post_info: {} };
const pictures = { business_id, photo_images: ['http://127.0.0.1:9/a.jpg'], post_info: {} };

describe('the simulator, in a response with HTTP 200,', () => {
  it.each([
    ['no token', 40_104, video, { 'content-type': 'application/json' }],
    ['a token in the usual header', 40_104, video, { authorization: `Bearer sandbox:${business_id}~0` }],
    ['an invented token', 40_105, video, { ...withToken, 'access-token': 'sesame' }],
    ['a body that is not declared as JSON', 40_002, video, { ...withToken, 'content-type': 'text/plain' }],
    ['the account of another token', 40_001, { ...video, business_id: 'other' }, withToken],
    ['no account', 40_002, { ...video, business_id: undefined }, withToken],
    ['no post_info', 40_002, { ...video, post_info: undefined }, withToken],
    ['no video', 40_002, { ...video, video_url: undefined }, withToken],
    ['an unknown parameter', 40_002, { ...video, privacy_level: 'SELF_ONLY' }, withToken],
    ['an unknown part of post_info', 40_002, { ...video, post_info: { title: 't' } }, withToken],
    [
      'a caption that is too long',
      40_002,
      { ...video, post_info: { caption: 'a'.repeat(2_201) } },
      withToken,
    ],
    ['too many mentions', 40_002, { ...video, post_info: { caption: '@a '.repeat(31) } }, withToken],
  ])('refuses a post with %s', async (_what, code, body, headers) => {
    expect(await send('/business/video/publish/', body, headers)).toMatchObject({ code });
  });

  it.each([
    ['no pictures', { ...pictures, photo_images: [] }],
    ['too many pictures', { ...pictures, photo_images: Array.from({ length: 36 }, () => video.video_url) }],
    ['a missing cover', { ...pictures, photo_cover_index: 1 }],
    ['a title that is too long', { ...pictures, post_info: { title: 'a'.repeat(91) } }],
    ['options of videos', { ...pictures, post_info: { disable_duet: true } }],
    [
      'an audience that the account does not have',
      { ...pictures, post_info: { privacy_level: 'FOLLOWER_OF_CREATOR' } },
    ],
  ])('refuses images with %s', async (_what, body) => {
    expect(await send('/business/photo/publish/', body)).toMatchObject({ code: 40_002 });
  });

  it.each([
    ['fields without the id', '/business/video/list/', { fields: '["caption"]' }],
    ['an unknown field', '/business/video/list/', { fields: '["item_id","media_type"]' }],
    ['a page that is too long', '/business/video/list/', { max_count: '21' }],
    ['an unknown job', '/business/publish/status/', { publish_id: 'v_pub_url~v1.0' }],
    ['comments of an unknown post', '/business/comment/list/', { video_id: '1' }],
    ['a page of comments that is too long', '/business/comment/list/', { video_id: '1', max_count: '31' }],
  ])('refuses a list with %s', async (_what, path, params: Record<string, string>) => {
    const query = new URLSearchParams({ business_id, ...params }).toString();
    expect(await send(`${path}?${query}`, null)).toMatchObject({ code: 40_002 });
  });

  const app = { client_id: 'sandbox-client', client_secret: 'sandbox-client-secret' };
  it.each([
    ['no app', { client_secret: 's', grant_type: 'refresh_token', refresh_token: 'r' }, 40_002],
    ['another grant', { ...app, grant_type: 'code', refresh_token: 'r' }, 40_002],
    [
      'an unknown app',
      { ...app, client_secret: 's', grant_type: 'refresh_token', refresh_token: 'sandbox-refresh:a~0' },
      40_002,
    ],
    ['a dead token', { ...app, grant_type: 'refresh_token', refresh_token: 'r' }, 40_107],
  ])('refuses a refresh with %s', async (_what, body, code) => {
    expect(await send('/tt_user/oauth2/refresh_token/', body)).toMatchObject({ code });
  });

  it('does not know a URL without its final slash', async () => {
    const url = `${harness.sandbox.url}/tiktok-business/open_api/v1.3/business/video/settings?business_id=${business_id}`;
    expect((await safeFetch({ url, method: 'GET', headers: withToken })).status).toBe(404);
  });
});

describe('the simulator', () => {
  it.each([
    ['an image as a video', 'image/jpeg', 'video'],
    ['a video as an image', 'video/mp4', 'photo'],
    ['a PNG as an image', 'image/png', 'photo'],
  ] as const)('accepts %s at first, and reports a failure later', async (_what, mime, kind) => {
    const address = await harness.shelf.medium({ mime }).publicUrl(1);
    const body =
      kind === 'video' ? { ...video, video_url: address } : { ...pictures, photo_images: [address] };
    const taken = await send(`/business/${kind}/publish/`, body);
    expect(taken.code).toBe(0);
    const query = new URLSearchParams({ business_id, publish_id: String(taken.data['share_id']) });
    expect((await send(`/business/publish/status/?${query.toString()}`, null)).data).toEqual({
      status: 'FAILED',
      reason: 'file_format_check_failed',
    });
  });

  it('lists page by page, newest first', async () => {
    for (const text of ['one', 'two', 'three']) {
      const address = await harness.shelf.medium({ mime: 'video/mp4' }).publicUrl(1);
      await send('/business/video/publish/', { ...video, video_url: address, post_info: { caption: text } });
    }
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({
        business_id,
        fields: '["item_id","caption"]',
        max_count: '1',
        ...(cursor === undefined ? {} : { cursor }),
      });
      const { data } = await send(`/business/video/list/?${query.toString()}`, null);
      seen.push(...z.array(z.object({ caption: z.string() })).parse(data['videos']));
      cursor = data['has_more'] === true ? String(data['cursor']) : undefined;
    } while (cursor !== undefined);
    expect(seen).toMatchObject([{ caption: 'three' }, { caption: 'two' }, { caption: 'one' }]);
  });
});
