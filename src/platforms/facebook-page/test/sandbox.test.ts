import { describe, expect, it } from 'vitest';
import { useBench } from './support.js';

const bench = useBench();

describe('the simulator', () => {
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    form: Record<string, string>,
    more: object = {},
  ) => {
    const page = bench.session('100');
    const params = new URLSearchParams(form).toString();
    const url = `${page.baseUrl}/v26.0${path}`;
    const init =
      method === 'GET'
        ? {}
        : { body: params, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const answer = await fetch(method === 'GET' ? `${url}?${params}` : url, { method, ...init, ...more });
    const body = (await answer.json()) as { error?: { code: number; message: string } };
    return { status: answer.status, ...body.error };
  };
  const token = { access_token: 'sandbox:100' };

  it.each([
    [
      'an unknown parameter',
      '/100/feed',
      { ...token, message: 'a', mesage: 'b' },
      'Unknown parameter: mesage',
    ],
    ['a post without content', '/100/feed', token, 'Missing message or attachment'],
    [
      'a text in place of a file',
      '/100/photos',
      { ...token, published: 'false', source: 'x' },
      'must be a file',
    ],
    ['a public photo', '/100/photos', { ...token, published: 'true', source: 'x' }, 'unpublished'],
    ['an upload without its phase', '/100/videos', token, 'upload_phase'],
    ['a start without a size', '/100/videos', { ...token, upload_phase: 'start' }, 'file_size is required'],
    ['an unknown phase', '/100/video_reels', { ...token, upload_phase: 'transfer' }, 'upload_phase'],
    [
      'a finish without a state',
      '/100/video_reels',
      { ...token, upload_phase: 'finish', video_id: '1' },
      'video_state',
    ],
    [
      'a finish before a start',
      '/100/videos',
      { ...token, upload_phase: 'finish', upload_session_id: '1' },
      'does not exist',
    ],
    ['a story of an unknown photo', '/100/photo_stories', { ...token, photo_id: '1' }, 'does not exist'],
    ['the page of another', '/200/feed', { ...token, message: 'a' }, 'does not exist'],
    ['a comment without its post', '/100_1/comments', { ...token, message: 'a' }, 'does not exist'],
    ['a request without a token', '/100/feed', { message: 'a' }, 'Invalid OAuth access token'],
  ])('refuses %s', async (_what, path, form, words) => {
    const answer = await call('POST', path, form);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(words);
  });

  it('refuses a token in the URL of a write, and unknown fields', async () => {
    const written = await call('POST', '/100/feed?access_token=sandbox:100', { message: 'a' });
    expect(written).toMatchObject({ status: 400, code: 100 });
    const read = await call('GET', '/100', { ...token, fields: 'id,secrets' });
    expect(read.message).toContain('nonexisting field (secrets)');
  });

  it('does not finish a video whose bytes are incomplete', async () => {
    const page = bench.session('100');
    const start = await fetch(`${page.baseUrl}/v26.0/100/video_reels`, {
      method: 'POST',
      body: new URLSearchParams({ ...token, upload_phase: 'start' }),
    });
    const { video_id } = (await start.json()) as { video_id: string };
    const finish = { ...token, upload_phase: 'finish', video_id, video_state: 'PUBLISHED' };
    expect((await call('POST', '/100/video_reels', finish)).message).toContain('incomplete');
  });
});
