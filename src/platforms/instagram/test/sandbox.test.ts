import { describe, expect, it } from 'vitest';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import { accountId, useBench } from './support.js';

const bench = useBench();
const safeFetch = createSafeFetch();

/** Returns the simulator's response to a call that our connectors do not make. */
async function call(method: 'GET' | 'POST', path: string, params: Record<string, string>) {
  const { baseUrl } = bench.session();
  const form = new URLSearchParams({ access_token: `sandbox:${accountId}`, ...params }).toString();
  const answer = await safeFetch(
    method === 'GET'
      ? { method, url: `${baseUrl}${path}?${form}` }
      : {
          method,
          url: `${baseUrl}${path}`,
          body: form,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
  );
  const body = JSON.parse(answer.body) as { id?: string; error?: { code: number; error_subcode?: number } };
  return { status: answer.status, id: body.id, error: body.error };
}

const make = (params: Record<string, string>) => call('POST', `/v26.0/${accountId}/media`, params);
const picture = () => bench.shelf.medium({ mime: 'image/jpeg' }).publicUrl(1_000);
const video = () => bench.shelf.medium({ mime: 'video/mp4' }).publicUrl(1_000);

describe('the simulator', () => {
  const refused: [
    what: string,
    params: (urls: Urls) => Record<string, string>,
    code: number,
    subcode?: number,
  ][] = [
    ['an unknown parameter', ({ image }) => ({ image_url: image, colour: 'red' }), 100],
    ['an unknown type', ({ image }) => ({ image_url: image, media_type: 'HOLOGRAM' }), 100],
    ['a container without media', () => ({ caption: 'hi' }), 100],
    ['a reel without a video', ({ image }) => ({ media_type: 'REELS', image_url: image }), 100],
    ['a story without media', () => ({ media_type: 'STORIES' }), 100],
    ['an image together with a video', ({ image, video }) => ({ image_url: image, video_url: video }), 100],
    ['a video in the feed', ({ video }) => ({ media_type: 'VIDEO', video_url: video }), 100],
    [
      'a reel in a carousel',
      ({ video }) => ({ media_type: 'REELS', video_url: video, is_carousel_item: 'true' }),
      100,
      2_207_023,
    ],
    [
      'a caption on an item',
      ({ image }) => ({ image_url: image, is_carousel_item: 'true', caption: 'hi' }),
      100,
    ],
    [
      'a caption on a story',
      ({ image }) => ({ media_type: 'STORIES', image_url: image, caption: 'hi' }),
      100,
    ],
    [
      'a description of a video',
      ({ video }) => ({ media_type: 'REELS', video_url: video, alt_text: 'a' }),
      100,
    ],
    ['a cover for an image', ({ image }) => ({ image_url: image, cover_url: image }), 100],
    ['a text as a flag', ({ image }) => ({ image_url: image, is_ai_generated: 'yes' }), 100],
    ['four collaborators', ({ image }) => ({ image_url: image, collaborators: '["a","b","c","d"]' }), 100],
    ['an invalid list', ({ image }) => ({ image_url: image, collaborators: 'a,b' }), 100],
    [
      'a tag without its position',
      ({ image }) => ({ image_url: image, user_tags: '[{"username":"a"}]' }),
      100,
    ],
    [
      'a position on a video',
      ({ video }) => ({ media_type: 'REELS', video_url: video, user_tags: '[{"username":"a","x":0,"y":0}]' }),
      100,
    ],
    [
      'an unknown strategy',
      ({ video }) => ({
        media_type: 'REELS',
        video_url: video,
        trial_params: '{"graduation_strategy":"SOON"}',
      }),
      100,
    ],
    ['a place that is not a Page', ({ image }) => ({ image_url: image, location_id: 'Vienna' }), 100],
    [
      'an offset below zero',
      ({ video }) => ({ media_type: 'REELS', video_url: video, thumb_offset: '-1' }),
      1,
      2_207_057,
    ],
    ['a long caption', ({ image }) => ({ image_url: image, caption: 'a'.repeat(2_201) }), 36_004, 2_207_010],
    ['too many mentions', ({ image }) => ({ image_url: image, caption: '@a '.repeat(21) }), 100, 2_207_040],
    ['one item for a carousel', () => ({ media_type: 'CAROUSEL', children: '1' }), 100, 2_207_028],
    ['eleven items', () => ({ media_type: 'CAROUSEL', children: '1,2,3,4,5,6,7,8,9,10,11' }), 100, 2_207_028],
    ['unknown items', () => ({ media_type: 'CAROUSEL', children: '1,2' }), 100],
    ['an image that is not a JPEG', ({ png }) => ({ image_url: png }), 36_001, 2_207_005],
    ['an image that is too large', ({ large }) => ({ image_url: large }), 36_000, 2_207_004],
    ['an image that cannot be fetched', ({ image }) => ({ image_url: `${image}x` }), 9_004, 2_207_052],
  ];
  interface Urls {
    image: string;
    video: string;
    png: string;
    large: string;
  }

  it.each(refused)('refuses %s', async (_what, params, code, subcode) => {
    const urls = {
      image: await picture(),
      video: await video(),
      png: await bench.shelf.medium({ mime: 'image/png' }).publicUrl(1_000),
      large: await bench.shelf.medium({ mime: 'image/jpeg', sizeBytes: 8_000_001 }).publicUrl(1_000),
    };
    const { status, error } = await make(params(urls));
    expect({ status, code: error?.code, subcode: error?.error_subcode }).toEqual({
      status: 400,
      code,
      subcode,
    });
  });

  it('refuses calls in the wrong order', async () => {
    const publish = (id: string) => call('POST', `/v26.0/${accountId}/media_publish`, { creation_id: id });
    expect((await publish('1')).error).toMatchObject({ code: 24, error_subcode: 2_207_008 });
    const { id: item = '' } = await make({ image_url: await picture(), is_carousel_item: 'true' });
    expect((await publish(item)).error).toMatchObject({ code: 24, error_subcode: 2_207_008 });
    const { id: reel = '' } = await make({ media_type: 'REELS', video_url: await video() });
    expect((await publish(reel)).error).toMatchObject({ code: 9_007, error_subcode: 2_207_027 });
    expect((await make({ media_type: 'CAROUSEL', children: `${item},${reel}` })).error).toMatchObject({
      code: 100,
    });
  });

  it('refuses the containers of other accounts, unknown fields, and calls without a version or a token', async () => {
    const other = { access_token: 'sandbox:17841400000000002' };
    const { id = '' } = await make({ image_url: await picture() });
    expect(
      (await call('POST', `/v26.0/${accountId}/media_publish`, { creation_id: id, ...other })).error,
    ).toMatchObject({ code: 100, error_subcode: 33 });
    expect((await call('GET', `/v26.0/${id}`, { fields: 'caption' })).error).toMatchObject({ code: 100 });
    expect((await call('GET', `/v26.0/${id}`, { access_token: 'nobody' })).error).toMatchObject({
      code: 190,
    });
    expect((await call('GET', `/v26.0/${accountId}/media`, { sort: 'asc' })).error).toMatchObject({
      code: 100,
    });
  });

  it('refuses comments where none are allowed', async () => {
    expect((await call('POST', '/v26.0/1/comments', { message: 'hi' })).error).toMatchObject({
      code: 100,
      error_subcode: 33,
    });
    const { id: container = '' } = await make({ media_type: 'STORIES', image_url: await picture() });
    const { id = '' } = await call('POST', `/v26.0/${accountId}/media_publish`, { creation_id: container });
    expect((await call('POST', `/v26.0/${id}/comments`, { message: 'hi' })).error).toMatchObject({
      code: 100,
    });
    expect((await call('POST', `/v26.0/${id}/replies`, { message: 'hi' })).error).toMatchObject({
      code: 100,
      error_subcode: 33,
    });
    expect((await call('POST', `/v26.0/${id}`, { comment_enabled: 'false' })).error).toMatchObject({
      code: 100,
    });
  });
});
