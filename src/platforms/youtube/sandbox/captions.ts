import { z } from 'zod';
import { readMarks } from '../../../sandbox/marks.js';
import { parseJson } from '../../../sandbox/parse-json.js';
import { hangUp } from '../../../sandbox/publishing.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { bodyOf, bufferOf } from '../../../sandbox/uploads.js';
import { badRequest, googleError, invalid, notFound } from './errors.js';
import { partsOf, videoOf, type YouTubeCall } from './videos.js';

/** The discovery document of 2026-11-04 contains these limits. */
const bytesMax = 104_857_600;
const nameCharsMax = 150;

const trackSchema = z.object({
  id: z.string(),
  language: z.string(),
  name: z.string(),
  lastUpdated: z.string(),
});
type Track = z.infer<typeof trackSchema>;
const tracksSchema = z.object({ tracks: z.array(trackSchema) });

const keyOf = (videoId: string): string => `YOUTUBE captions ${videoId}`;

function tracksOf(store: SandboxStore, videoId: string): Track[] {
  return tracksSchema.safeParse(store.object(keyOf(videoId))).data?.tracks ?? [];
}

function resourceOf({ id, ...snippet }: Track, videoId: string, part: string): object | null {
  const shown = { videoId, trackKind: 'standard', ...snippet, isDraft: false, status: 'serving' };
  return partsOf(part, { kind: 'youtube#caption', id }, { snippet: shown });
}

const resourceSchema = z.strictObject({
  snippet: z.strictObject({
    videoId: z.string(),
    language: z.string().min(1),
    name: z.string(),
    isDraft: z.boolean().optional(),
  }),
});

/** Adds a track of captions. The body has the resource, and the file after it. */
export async function insertCaption(call: YouTubeCall): Promise<Response> {
  const { c, store, token, query } = call;
  if (query['uploadType'] !== 'multipart') return badRequest('Unsupported uploadType.');
  const body = await bufferOf(bodyOf(call, c), bytesMax);
  const parts = body === null ? null : partsOfBody(c.req.header('content-type') ?? '', body);
  const input = resourceSchema.safeParse(parseJson(parts?.[0] ?? '')).data?.snippet;
  if (input === undefined || query['part'] !== 'snippet') return badRequest('Invalid JSON payload received.');
  const { videoId, language, name } = input;
  if (name.length > nameCharsMax) return invalid('nameTooLong', 'The name of the track is too long.');
  if ((parts?.[1] ?? '') === '') return invalid('contentRequired', 'The request has no caption track.');
  const post = store.find('YOUTUBE', videoId);
  if (post === undefined || videoOf(post) === undefined) return notFound('videoNotFound', 'video');
  if (post.accountId !== token.accountId) return googleError(403, 'forbidden', 'Forbidden');
  const tracks = tracksOf(store, videoId);
  if (tracks.some((one) => one.language === language && one.name === name))
    return googleError(409, 'captionExists', 'The video already has a track of this language and name.');
  const track = {
    id: store.newNumericId(),
    language,
    name,
    lastUpdated: store.now().toISOString(),
  };
  store.setObject(keyOf(videoId), { tracks: [...tracks, track] });
  const shown = [...tracks, track].map((one) =>
    one.name === '' ? one.language : `${one.name} (${one.language})`,
  );
  store.update({ ...post, shown: { ...post.shown, Subtitles: shown.join(', ') } });
  if (readMarks(post.text).has('subtitles-drop')) return hangUp(c);
  return Response.json(resourceOf(track, videoId, 'snippet'));
}

export function listCaptions({ store, token, query }: YouTubeCall): Response {
  const { videoId = '', part = '' } = query;
  const post = store.find('YOUTUBE', videoId);
  if (post === undefined || videoOf(post) === undefined) return notFound('videoNotFound', 'video');
  if (post.accountId !== token.accountId) return googleError(403, 'forbidden', 'Forbidden');
  const items = tracksOf(store, videoId).map((track) => resourceOf(track, videoId, part));
  return items.includes(null)
    ? badRequest(`Unknown part in ${part}.`)
    : Response.json({ kind: 'youtube#captionListResponse', items });
}

/** The contents of the two parts of a body (RFC 2387), each without its headers. Null if it has others. */
function partsOfBody(contentType: string, body: Buffer): [string, string] | null {
  const [, boundary] =
    /^multipart\/related;\s*boundary="?([\w'()+,./:=?-]{1,70})"?$/i.exec(contentType) ?? [];
  if (boundary === undefined) return null;
  const pieces = `\r\n${body.toString('utf8')}`.split(`\r\n--${boundary}`);
  const [, resource, file, end, ...others] = pieces;
  if (resource === undefined || file === undefined || others.length > 0 || !end?.startsWith('--'))
    return null;
  const contentOf = (part: string): string => part.slice(part.indexOf('\r\n\r\n') + 4);
  return [contentOf(resource), contentOf(file)];
}
