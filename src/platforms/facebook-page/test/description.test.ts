import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EgressRequest } from '../../../egress/safe-fetch.js';
import { published, textPost } from '../../../../test/platforms/support.js';
import type { Publication } from '../../kit/platform.js';
import { common, fields, parameters, undescribed } from './graph-parameters.js';
import { openBench, type Bench } from './support.js';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ now: () => new Date() }, true);
});
afterAll(() => bench[Symbol.asyncDispose]());

interface GraphRequest {
  method: string;
  /** Null: the object itself. */
  edge: string | null;
  names: string[];
  fields: string[];
}

/** A request as the description speaks of it; undefined for the host of bytes, of which it says nothing. */
async function graphRequest({
  url,
  method,
  headers,
  body,
}: EgressRequest): Promise<GraphRequest | undefined> {
  const { pathname, searchParams } = new URL(url);
  if (pathname.includes('/video-upload/')) return undefined;
  const [, edge = null] = /\/v26\.0\/[^/]+(?:\/([^/]+))?$/.exec(pathname) ?? [];
  const form =
    typeof body === 'string'
      ? new URLSearchParams(body)
      : body instanceof Uint8Array
        ? await new Response(Buffer.from(body), { headers: headers ?? {} }).formData()
        : searchParams;
  const asked = form.get('fields');
  const outermost =
    typeof asked === 'string' ? asked.replaceAll(/\{(?:[^{}]|\{[^{}]*\})*\}/g, '').split(',') : [];
  return { method, edge, names: [...form.keys()], fields: outermost };
}

/** What the description does not know of a request. */
function unknownIn({ method, edge, names, fields: asked }: GraphRequest): string[] {
  const where = `${method} ${edge ?? 'object'}`;
  const known = where === 'GET object' ? new Set<string>() : parameters[where];
  if (known === undefined) return [where];
  const knownFields = fields[edge ?? 'object'] ?? new Set<string>();
  return [
    ...names
      .filter((name) => !known.has(name) && !common.has(name))
      .map((name) => `${where} ${name}`)
      .filter((name) => !undescribed.parameters.has(name)),
    ...asked
      .filter((name) => name !== 'id' && !knownFields.has(name))
      .map((name) => `${edge ?? 'object'} ${name}`)
      .filter((name) => !undescribed.fields.has(name)),
  ];
}

const video = () => bench.shelf.medium({ mime: 'video/mp4' });
const photo = () => bench.shelf.medium({ altText: 'a cat' });
const all: [what: string, make: () => Publication][] = [
  ['a text', () => textPost('words', { options: { place: '1', textFormatPresetId: '2' } })],
  ['a link', () => textPost('words', { options: { link: 'https://example.com/' } })],
  ['photos', () => textPost('words', { media: [photo(), photo()] })],
  ['a video', () => textPost('words', { media: [video()], options: { title: 'T' } })],
  [
    'a reel',
    () => textPost('words', { media: [video()], options: { kind: 'REEL', title: 'T', place: '1' } }),
  ],
  ['an image story', () => textPost('', { media: [photo()], options: { kind: 'STORY' } })],
  ['a video story', () => textPost('', { media: [video()], options: { kind: 'STORY' } })],
];

describe("Meta's description of the Graph API", () => {
  it.each(all)('contains every call, parameter and field that we use for %s', async (_what, make) => {
    const page = bench.session();
    const before = bench.requests.length;
    const publication = make();
    const { answer, state } = await bench.post(publication, page);
    const post = published(answer);
    await bench.facebook.readPermalink?.(page, post);
    await bench.find(publication, state, page);
    await bench.find(publication, null, page);
    if (publication.options?.['kind'] !== 'STORY') {
      const replyTo = { externalPostId: post.externalPostId, reference: post.reference };
      const comment = textPost('first', { replyTo });
      const { externalPostId: commentId } = published((await bench.post(comment, page)).answer);
      await bench.facebook.comments?.hiding?.set(page, commentId, true);
      await bench.find(comment, {}, page);
      const commented = { ...replyTo, publishedAt: new Date() };
      expect(await bench.facebook.comments?.push?.subscribe?.(page)).toEqual({ kind: 'subscribed' });
      expect(await bench.facebook.comments?.list(page, commented, null)).toMatchObject({ kind: 'page' });
      expect(await bench.facebook.comments?.deleting?.remove(page, commentId)).toEqual({ kind: 'changed' });
    }
    const read = await Promise.all(bench.requests.slice(before).map(graphRequest));
    const sent = read.filter((request) => request !== undefined);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.flatMap(unknownIn)).toEqual([]);
  });

  it('is compared strictly: an unknown field, path or parameter is reported', () => {
    const request = { method: 'POST', edge: 'feed', names: ['mesage'], fields: [] };
    expect(unknownIn(request)).toEqual(['POST feed mesage']);
    expect(unknownIn({ ...request, edge: 'feeds' })).toEqual(['POST feeds']);
    expect(unknownIn({ method: 'GET', edge: 'stories', names: [], fields: ['text'] })).toEqual([
      'stories text',
    ]);
  });
});

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
