import { describe, expect, it } from 'vitest';
import { useSandbox } from '../../../../test/platforms/use-sandbox.js';
import type { EgressRequest } from '../../../egress/safe-fetch.js';
import { safeFetch, unitBytes } from './support.js';

const sandbox = useSandbox();

const authorization = 'Bearer sandbox:UC0000000000000000000077';

async function call(method: EgressRequest['method'], path: string, more: Partial<EgressRequest> = {}) {
  const url = path.startsWith('http') ? path : `${sandbox.url}/youtube${path}`;
  const headers = { authorization, ...more.headers };
  const answer = await safeFetch({ method, url, ...more, headers });
  const body: unknown = answer.body === '' ? null : JSON.parse(answer.body);
  const { error } = (body ?? {}) as { error?: { errors: { reason: string }[] } };
  return { ...answer, json: body, reason: error?.errors[0]?.reason };
}

const insertPath = '/upload/youtube/v3/videos?uploadType=resumable&part=snippet%2Cstatus';
const metadata = { snippet: { title: 'A video', description: 'words' }, status: { privacyStatus: 'public' } };
const start = (
  body: object = metadata,
  { path = insertPath, headers = {} }: { path?: string; headers?: Record<string, string> } = {},
) =>
  call('POST', path, {
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(2 * unitBytes),
      'x-upload-content-type': 'video/mp4',
      ...headers,
    },
  });
const snippet = (more: object): object => ({ ...metadata, snippet: { ...metadata.snippet, ...more } });

describe('the start of an upload', () => {
  it('returns a URL under the sandbox, and does not make a video visible', async () => {
    const { status, headers } = await start();
    expect(status).toBe(200);
    expect(headers['location']).toContain(`${sandbox.url}/youtube/upload/youtube/v3/videos?`);
  });

  it.each<[string, object, string]>([
    ['no title', snippet({ title: '' }), 'invalidTitle'],
    ['a title that is too long', snippet({ title: 'x'.repeat(101) }), 'invalidTitle'],
    ['a bracket in the title', snippet({ title: 'a<b' }), 'invalidTitle'],
    ['a description that is too long', snippet({ description: 'é'.repeat(2_501) }), 'invalidDescription'],
    ['a bracket in the description', snippet({ description: 'a>b' }), 'invalidDescription'],
    ['too many tags', snippet({ tags: ['x'.repeat(250), `${'y'.repeat(246)} z`] }), 'invalidTags'],
    ['an unknown category', snippet({ categoryId: '99' }), 'invalidCategoryId'],
    ['a category that cannot be used', snippet({ categoryId: '21' }), 'invalidCategoryId'],
    ['an unknown field', snippet({ mood: 'good' }), 'badRequest'],
    [
      'a part that is not in the URL',
      { ...metadata, paidProductPlacementDetails: { hasPaidProductPlacement: true } },
      'badRequest',
    ],
  ])('is refused with %s', async (_what, body, reason) => {
    expect(await start(body)).toMatchObject({ status: 400, reason });
  });

  it.each([
    ['an unknown parameter', { path: `${insertPath}&autoplay=true` }, 'badRequest'],
    ['no part', { path: '/upload/youtube/v3/videos?uploadType=resumable' }, 'badRequest'],
    ['another protocol', { path: insertPath.replace('resumable', 'multipart') }, 'badRequest'],
    ['no size', { headers: { 'x-upload-content-length': '' } }, 'mediaBodyRequired'],
    ['another type', { headers: { 'x-upload-content-type': 'image/png' } }, 'badRequest'],
    ['no JSON', { headers: { 'content-type': 'text/plain' } }, 'badRequest'],
  ])('is refused for %s', async (_what, more, reason) => {
    expect(await start(metadata, more)).toMatchObject({ status: 400, reason });
  });

  it('is refused without a token in its header', async () => {
    const answer = await start(metadata, { headers: { authorization: '' } });
    expect(answer).toMatchObject({ status: 401, reason: 'authError' });
    const inQuery = await start(metadata, {
      path: `${insertPath}&access_token=sandbox:UC1`,
      headers: { authorization: '' },
    });
    expect(inQuery.status).toBe(401);
  });
});

describe('an upload session', () => {
  const put = (uri: string, range: string, body: Uint8Array | string, headers: Record<string, string> = {}) =>
    call('PUT', uri, { body, headers: { 'content-range': range, ...headers } });
  const total = 2 * unitBytes;
  const half = new Uint8Array(unitBytes);

  it('accepts bytes in order and in whole units, and reports its progress', async () => {
    const uri = (await start()).headers['location'] ?? '';
    expect(await put(uri, `bytes */${total}`, '')).toMatchObject({ status: 308 });
    expect((await put(uri, `bytes */${total}`, '')).headers).not.toHaveProperty('range');
    expect((await put(uri, `bytes ${unitBytes}-${total - 1}/${total}`, half)).status).toBe(400);
    expect((await put(uri, `bytes 0-99/${total}`, half.subarray(0, 100))).status).toBe(400);
    expect((await put(uri, `bytes 0-${unitBytes - 1}/${total}`, half.subarray(1))).status).toBe(400);
    expect((await put(uri, `bytes 0-${unitBytes - 1}/${total + 1}`, half)).status).toBe(400);
    const first = await put(uri, `bytes 0-${unitBytes - 1}/${total}`, half);
    expect(first).toMatchObject({ status: 308, headers: { range: `bytes=0-${unitBytes - 1}` } });
    const again = await put(uri, `bytes 0-${unitBytes - 1}/${total}`, half);
    expect(again).toMatchObject({ status: 308, headers: { range: `bytes=0-${unitBytes - 1}` } });
    const last = await put(uri, `bytes ${unitBytes}-${total - 1}/${total}`, half);
    expect(last).toMatchObject({
      status: 200,
      json: { kind: 'youtube#video', snippet: { title: 'A video' } },
    });
    expect((await put(uri, `bytes */${total}`, '')).json).toEqual(last.json);
  });

  it('ends with a failed video if the bytes are not a video', async () => {
    const uri = (await start()).headers['location'] ?? '';
    const answer = await put(uri, `bytes 0-${total - 1}/${total}`, new Uint8Array(total));
    expect(answer.json).toMatchObject({ status: { uploadStatus: 'failed', failureReason: 'invalidFile' } });
  });

  it('can be used only by its owner', async () => {
    const uri = (await start()).headers['location'] ?? '';
    const stranger = { authorization: 'Bearer sandbox:UC0000000000000000000078' };
    expect((await put(uri, `bytes */${total}`, '', stranger)).status).toBe(404);
    expect((await put(uri, `bytes */${total}`, '', { authorization: '' })).status).toBe(401);
  });
});

describe('a missing or forbidden resource', () => {
  const json = (body: object): Partial<EgressRequest> => ({
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  const comment = (videoId: string, textOriginal: string): Partial<EgressRequest> =>
    json({ snippet: { videoId, topLevelComment: { snippet: { textOriginal } } } });

  it.each<[EgressRequest['method'], string, Partial<EgressRequest>, number, string]>([
    ['POST', '/youtube/v3/commentThreads?part=snippet', comment('nobody', 'hi'), 404, 'videoNotFound'],
    ['POST', '/youtube/v3/commentThreads', comment('nobody', 'hi'), 400, 'badRequest'],
    ['POST', '/youtube/v3/commentThreads?part=snippet', json({ snippet: {} }), 400, 'badRequest'],
    [
      'POST',
      '/youtube/v3/comments?part=snippet',
      json({ snippet: { parentId: 'Ug', textOriginal: 'x' } }),
      404,
      'parentCommentNotFound',
    ],
    ['GET', '/youtube/v3/commentThreads?part=snippet&videoId=nobody', {}, 404, 'videoNotFound'],
    ['GET', '/youtube/v3/comments?part=snippet&parentId=nobody', {}, 404, 'commentNotFound'],
    ['GET', '/youtube/v3/videos?part=status', {}, 400, 'badRequest'],
    ['GET', '/youtube/v3/channels?part=mood&mine=true', {}, 400, 'badRequest'],
    ['GET', '/youtube/v3/channels?part=status&mine=false', {}, 400, 'badRequest'],
    ['GET', '/youtube/v3/playlists?part=snippet&mine=true&maxResults=many', {}, 400, 'badRequest'],
    ['GET', '/youtube/v3/playlistItems?part=snippet&playlistId=PL', {}, 404, 'playlistNotFound'],
    ['GET', '/youtube/v3/videoCategories?part=snippet&regionCode=Europe', {}, 400, 'badRequest'],
    ['POST', '/upload/youtube/v3/thumbnails/set?videoId=nobody', { body: 'x' }, 404, 'videoNotFound'],
  ])('is refused: %s %s', async (method, path, more, status, reason) => {
    expect(await call(method, path, more)).toMatchObject({ status, reason });
  });

  it('may be a private video of another account', async () => {
    const body = { ...metadata, status: { privacyStatus: 'private' } };
    const uri = (await start(body)).headers['location'] ?? '';
    const size = 2 * unitBytes;
    const made = await call('PUT', uri, {
      body: new Uint8Array(size),
      headers: { 'content-range': `bytes 0-${size - 1}/${size}` },
    });
    const { id } = made.json as { id: string };
    const path = `/youtube/v3/videos?part=status&id=${id}`;
    expect((await call('GET', path)).json).toMatchObject({ items: [{ id }] });
    const stranger = { authorization: 'Bearer sandbox:UC0000000000000000000078' };
    expect((await call('GET', path, { headers: stranger })).json).toMatchObject({ items: [] });
    const closed = { status: 403, reason: 'commentsDisabled' };
    const threads = '/youtube/v3/commentThreads?part=snippet';
    expect(await call('POST', threads, comment(id, 'hi'))).toMatchObject(closed);
    expect(await call('GET', `${threads}&videoId=${id}`)).toMatchObject(closed);
  });
});
