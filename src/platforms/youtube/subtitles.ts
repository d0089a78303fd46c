import { z } from 'zod';
import { isSuccess } from '../kit/call.js';
import { onFailure, PlatformFailed } from '../kit/failure.js';
import { wholeOf } from '../kit/media-upload.js';
import type { Publication } from '../kit/platform.js';
import { callYouTube, readYouTube, type YouTubeSession } from './api.js';
import { reasonOf, youTubeFailure } from './failures.js';
import { subtitlesPath, youTubeOptionsSchema, type Subtitles } from './options.js';
import { readBytes } from './video.js';

interface Track extends Pick<Subtitles, 'language' | 'name'> {
  videoId: string;
}

/**
 * Adds subtitles to a public video. Returns why they could not be added; null if they were, or if there are none.
 * Repeatable: YouTube accepts one track of each language and name.
 */
export async function addSubtitles(
  session: YouTubeSession,
  publication: Publication,
  videoId: string,
): Promise<string | null> {
  const { subtitles } = youTubeOptionsSchema.parse(publication.options ?? {});
  if (subtitles === undefined) return null;
  const file = publication.optionMedia[subtitlesPath];
  if (file === undefined) return 'The file with the subtitles is no longer in the media library.';
  const bytes = await readBytes(file, wholeOf(file));
  if (bytes === null) return 'The file with the subtitles could not be read.';
  const { language, name } = subtitles;
  const track: Track = { videoId, language, name };
  return onFailure(insertTrack(session, track, bytes), async ({ kind, message }) => {
    // The response was lost: only the list shows whether YouTube has the track.
    const isThere = kind === 'ambiguous' && (await onFailure(hasTrack(session, track), () => false));
    return isThere ? null : message;
  });
}

async function insertTrack(session: YouTubeSession, track: Track, bytes: Uint8Array): Promise<null> {
  const { body, contentType } = relatedBody({ snippet: track }, bytes);
  const answer = await callYouTube(session, {
    path: '/upload/youtube/v3/captions',
    method: 'POST',
    query: { part: 'snippet', uploadType: 'multipart' },
    headers: { 'content-type': contentType },
    body,
  });
  // An earlier try has already added it.
  if (isSuccess(answer) || reasonOf(answer) === 'captionExists') return null;
  throw new PlatformFailed(youTubeFailure(answer, session.clock));
}

const tracksSchema = z.object({
  items: z.array(
    z.object({
      snippet: z.object({
        language: z.string(),
        name: z.string().default(''),
        trackKind: z.string().optional(),
      }),
    }),
  ),
});

async function hasTrack(session: YouTubeSession, { videoId, language, name }: Track): Promise<boolean> {
  const query = { part: 'snippet', videoId };
  const { items } = await readYouTube(
    session,
    { path: '/youtube/v3/captions', method: 'GET', query },
    tracksSchema,
  );
  // YouTube's own captions, from speech, may have the same language and no name.
  return items.some(
    ({ snippet }) =>
      snippet.trackKind?.toLowerCase() !== 'asr' &&
      snippet.name === name &&
      snippet.language.toLowerCase() === language.toLowerCase(),
  );
}

/** A body with the resource and its file (RFC 2387), as Google's uploads of small files expect it. */
function relatedBody(resource: object, bytes: Uint8Array): { body: Uint8Array; contentType: string } {
  // The boundary is random, so that no file can contain it on purpose.
  const boundary = `punctual-${crypto.randomUUID()}`;
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(resource)}\r\n` +
        `--${boundary}\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, contentType: `multipart/related; boundary=${boundary}` };
}
