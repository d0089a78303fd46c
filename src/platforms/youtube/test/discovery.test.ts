import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EgressRequest, SafeFetch } from '../../../egress/safe-fetch.js';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { publishAll, search } from '../../../../test/platforms/runner.js';
import { published, textPost } from '../../../../test/platforms/support.js';
import { useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';
import { youTubeScopes } from '../connect.js';
import { youTube } from '../definition.js';
import { createConnector, videoPost, safeFetch, sessionAt, unitBytes } from './support.js';
import discovery from './discovery-methods.json' with { type: 'json' };

const methodSchema = z.object({
  httpMethod: z.string(),
  path: z.string(),
  parameters: z.array(z.string()),
  required: z.array(z.string()),
  parts: z.array(z.string()).default([]),
  body: z.array(z.string()).default([]),
  upload: z.object({ path: z.string(), accept: z.array(z.string()), bytesMax: z.number() }).optional(),
  scopes: z.array(z.string()),
});
const methods = z.record(z.string(), methodSchema).parse(discovery.methods);
type Method = z.infer<typeof methodSchema>;

const sandbox = useSandbox();
const shelf = useShelf();
/** The requests of a connector that has used all of its features. */
const requests: { method: string; url: URL; headers: Record<string, string>; body: unknown }[] = [];
const baseUrl = (): string => `${sandbox.url}/youtube`;

const recording: SafeFetch = (request: EgressRequest) => {
  const { method, url, headers = {}, body } = request;
  requests.push({ method, url: new URL(url), headers, body });
  return safeFetch(request);
};

beforeAll(doEverything);

async function doEverything(): Promise<void> {
  const youTube = createConnector(undefined, {}, recording);
  const at = sessionAt(baseUrl());
  const choices = await youTube.choices?.read(at);
  const playlists = choices?.kind === 'choices' ? choices.choices.options['playlistId'] : undefined;
  const options = {
    tags: ['one'],
    defaultLanguage: 'en',
    containsSyntheticMedia: true,
    hasPaidProductPlacement: true,
    playlistId: String(playlists?.[0]?.value),
    thumbnailMediaId: 'med_1',
    subtitles: { fileMediaId: 'med_2', language: 'en' },
  };
  // The response is lost, so that the connector reads the list.
  const text = 'all there is [sandbox:subtitles-drop]';
  const post = videoPost(shelf, text, { options, sizeBytes: 2 * unitBytes });
  const file = shelf.medium({ mime: 'application/x-subrip', sizeBytes: 200 });
  const optionMedia = { thumbnailMediaId: shelf.medium(), 'subtitles.fileMediaId': file };
  const publication = { ...post, optionMedia };
  const { saved } = await upload(youTube, at, publication);
  const state = uploaded(await upload(youTube, at, publication, saved.at(-1) ?? null));
  const video = published(await youTube.commit(at, publication, state));
  expect(await youTube.addExtras?.(at, publication, video)).toEqual([]);
  await youTube.findPublished(at, publication, null, search(new Date()));
  let { externalPostId, reference } = video;
  for (const text of ['a comment', 'a reply']) {
    const reply = textPost(text, { replyTo: { externalPostId, reference } });
    const comment = published((await publishAll(youTube, at, reply)).answer);
    expect((await youTube.findPublished(at, reply, {}, search(new Date()))).kind).toBe('found');
    ({ externalPostId, reference } = comment);
  }
  const commented = { externalPostId: video.externalPostId, reference: null, publishedAt: new Date() };
  expect((await youTube.comments?.list(at, commented, null))?.kind).toBe('page');
  await youTube.refresh(at);
  expect((await youTube.check?.(at))?.kind).toBe('alive');
}

const pathOf = (url: URL): string => url.pathname.slice('/youtube'.length);
const isBytesOfSession = (request: { method: string }): boolean => request.method === 'PUT';
const isToken = ({ url }: { url: URL }): boolean => pathOf(url) === '/token';
const apiCalls = () => requests.filter((request) => !isBytesOfSession(request) && !isToken(request));

function methodOf(request: { method: string; url: URL }): [id: string, method: Method] | undefined {
  return Object.entries(methods).find(
    ([, { httpMethod, path, upload: to }]) =>
      httpMethod === request.method &&
      [path, to?.path].includes(pathOf(request.url)) &&
      isRightHost(request, to),
  );
}

/** Methods that upload media are called at their upload URL, if this connector uses it. */
function isRightHost({ url }: { url: URL }, to: Method['upload']): boolean {
  return (to !== undefined) === pathOf(url).startsWith('/upload/');
}

/** Returns the paths of all fields that have a value, such as `snippet.title`. */
function fieldsOf(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [prefix];
  return Object.entries(value).flatMap(([key, inner]) =>
    fieldsOf(inner, prefix === '' ? key : `${prefix}.${key}`),
  );
}

describe(`the discovery document of revision ${discovery.revision}`, () => {
  it('lists exactly the methods that we call', () => {
    const called = new Set(apiCalls().map((request) => methodOf(request)?.[0]));
    expect([...called].sort()).toEqual(Object.keys(methods).sort());
  });

  it('lists every parameter that we send, and no required parameter is missing', () => {
    for (const request of apiCalls()) {
      const [id, { parameters, required }] = methodOf(request) ?? ['', { parameters: [], required: [] }];
      const names = [...request.url.searchParams.keys()];
      const known = new Set([...parameters, ...discovery.globalParameters]);
      expect({ id, unknown: names.filter((name) => !known.has(name)) }).toEqual({ id, unknown: [] });
      expect(names).toEqual(expect.arrayContaining(required));
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('lists every part that we request', () => {
    for (const request of apiCalls()) {
      const [, { parts = [] }] = methodOf(request) ?? ['', {}];
      const asked = request.url.searchParams.get('part')?.split(',') ?? [];
      expect(parts).toEqual(expect.arrayContaining(asked));
    }
  });

  it('lists every field that we send, and the requested parts match those fields', () => {
    const sent = apiCalls().filter(({ headers }) => headers['content-type']?.startsWith('application/json'));
    expect(sent.length).toBeGreaterThan(3);
    for (const request of sent) {
      const [, { body = [] }] = methodOf(request) ?? ['', {}];
      const value: unknown = JSON.parse(String(request.body));
      expect(body).toEqual(expect.arrayContaining(fieldsOf(value)));
      expect(request.url.searchParams.get('part')?.split(',')).toEqual(Object.keys(value as object));
    }
  });

  it('allows the types of images and videos that we send', () => {
    const { upload: thumbnails } = methods['youtube.thumbnails.set'] ?? {};
    const { upload: videos } = methods['youtube.videos.insert'] ?? {};
    const picture = requests.find(({ url }) => pathOf(url) === thumbnails?.path);
    expect(thumbnails?.accept).toContain(picture?.headers['content-type']);
    expect(videos?.accept).toContain('video/*');
    expect(requests.find(({ headers }) => headers['x-upload-content-type'])?.headers).toMatchObject({
      'x-upload-content-type': 'video/mp4',
    });
  });

  it('allows a thumbnail and subtitles of the size that a post may have', () => {
    const { upload: thumbnails } = methods['youtube.thumbnails.set'] ?? {};
    const { upload: captions } = methods['youtube.captions.insert'] ?? {};
    expect(youTube.optionMedia['thumbnailMediaId']?.bytesMax).toBe(thumbnails?.bytesMax);
    expect(youTube.optionMedia['subtitles.fileMediaId']?.bytesMax).toBe(captions?.bytesMax);
  });

  it('allows every method with one scope', () => {
    for (const [id, { scopes }] of Object.entries(methods)) {
      expect({ id, scopes }).toMatchObject({
        scopes: expect.arrayContaining(['youtube.force-ssl']) as string[],
      });
    }
  });

  it('allows all methods but captions, comments and playlists with the required scopes', () => {
    const required = youTubeScopes
      .filter(({ required: isNeeded }) => isNeeded)
      .map(({ name }) => name.slice(discovery.scopePrefix.length));
    const beyond = Object.entries(methods).flatMap(([id, { scopes }]) =>
      required.some((name) => scopes.includes(name)) ? [] : [id],
    );
    expect(beyond.toSorted()).toEqual([
      'youtube.captions.insert',
      'youtube.captions.list',
      'youtube.commentThreads.insert',
      'youtube.commentThreads.list',
      'youtube.comments.insert',
      'youtube.comments.list',
      'youtube.playlistItems.insert',
    ]);
  });

  it('does not describe upload sessions, which send whole units to the returned URL', () => {
    const bytes = requests.filter(isBytesOfSession);
    expect(bytes.map(({ headers }) => headers['content-range'])).toEqual([
      `bytes 0-${unitBytes - 1}/${2 * unitBytes}`,
      `bytes */${2 * unitBytes}`,
      `bytes ${unitBytes}-${2 * unitBytes - 1}/${2 * unitBytes}`,
    ]);
    for (const { url } of bytes) expect(url.searchParams.has('upload_id')).toBe(true);
  });
});
