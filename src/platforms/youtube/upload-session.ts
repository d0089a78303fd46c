import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { EgressRequest } from '../../egress/safe-fetch.js';
import { parseUrl } from '../../urls/parse-url.js';
import { isSuccess, callPlatform, unreadable, type PlatformAnswer } from '../kit/call.js';
import { PlatformFailed } from '../kit/failure.js';
import type { Publication, PublicationMedia } from '../kit/platform.js';
import { callYouTube, type YouTubeSession } from './api.js';
import { youTubeFailure } from './failures.js';
import { toVideoRequest } from './options.js';

/** YouTube accepts parts of a video in multiples of this size; only the last part may be shorter. */
export const unitBytes = 256 * 1024;

const sessionSchema = z.object({
  /**
   * A path below the API's URL, or a whole URL if YouTube returned another host. It is a secret, because its bearer
   * can upload.
   */
  uri: z.string().min(1),
  sha256: z.string(),
  sizeBytes: z.number().int().positive(),
  mime: z.string(),
  /** The title, description and options that the session was started with. An edited post needs a new session. */
  content: z.string(),
  startedAt: z.iso.datetime(),
});
export type UploadSession = z.infer<typeof sessionSchema>;

const stateSchema = z.object({ session: sessionSchema.optional().catch(undefined) });

/** The session that an earlier attempt started, even if it is for another video. */
export function storedSession(state: JsonObject | null): UploadSession | null {
  return stateSchema.safeParse(state ?? {}).data?.session ?? null;
}

/** The stored session, if it is for exactly this video with this text. Otherwise null. */
export function sessionOf(publication: Publication, state: JsonObject | null): UploadSession | null {
  const stored = storedSession(state);
  const isSame =
    stored !== null &&
    stored.sha256 === publication.media[0]?.sha256 &&
    stored.content === contentOf(publication);
  return isSame ? stored : null;
}

function contentOf(publication: Publication): string {
  return JSON.stringify(toVideoRequest(publication));
}

/**
 * The position of the bytes that are held back. A video exists as soon as its last byte has arrived, so
 * sending the last part, as small as allowed, is the call that publishes.
 */
export function heldBackFrom({ sizeBytes }: Pick<UploadSession, 'sizeBytes'>): number {
  return Math.floor((sizeBytes - 1) / unitBytes) * unitBytes;
}

/** Starts a session. Nothing becomes visible by that. */
export async function startSession(
  session: YouTubeSession,
  publication: Publication,
  video: PublicationMedia,
  signal: AbortSignal,
): Promise<UploadSession> {
  const { query, body } = toVideoRequest(publication);
  const answer = await callYouTube(session, {
    path: '/upload/youtube/v3/videos',
    method: 'POST',
    query,
    json: body,
    headers: {
      'x-upload-content-length': String(video.sizeBytes),
      'x-upload-content-type': video.mime,
    },
    signal,
  });
  const { location } = answer.headers;
  if (!isSuccess(answer)) throw new PlatformFailed(youTubeFailure(answer, session.clock));
  if (location === undefined || parseUrl(location) === null) throw new PlatformFailed(unreadable(answer));
  const isBelow = location.startsWith(`${session.baseUrl}/`);
  const { sha256, sizeBytes, mime } = video;
  return {
    uri: isBelow ? location.slice(session.baseUrl.length) : location,
    sha256,
    sizeBytes,
    mime,
    content: contentOf(publication),
    startedAt: session.clock.now().toISOString(),
  };
}

/** The state of a session according to the response to a part, or to a request without bytes. */
export type SessionAnswer =
  /** The last byte has arrived, so the video exists. */
  | { kind: 'complete'; answer: PlatformAnswer }
  | { kind: 'incomplete'; nextByte: number; message: string }
  | { kind: 'gone'; message: string };

interface Part {
  start: number;
  /** The position after the last byte. */
  end: number;
  body: NonNullable<EgressRequest['body']>;
}

/** Sends a part of the video. Without a part, the request only asks for the session's progress. */
export async function putToSession(
  session: YouTubeSession,
  { uri, sizeBytes, mime }: UploadSession,
  part: Part | null,
  more: Pick<EgressRequest, 'signal' | 'sendBefore'> = {},
): Promise<SessionAnswer> {
  const range = part === null ? '*' : `${part.start}-${part.end - 1}`;
  const headers = {
    'content-range': `bytes ${range}/${sizeBytes}`,
    ...(part === null ? {} : { 'content-type': mime }),
  };
  const request = { method: 'PUT' as const, headers, body: part?.body ?? '', ...more };
  // Another host than that of the API gets no token, because the URL alone grants access there.
  const answer = uri.startsWith('/')
    ? await callYouTube(session, { ...request, path: uri, secrets: secretsOf(uri) })
    : await callPlatform(session.safeFetch, { ...request, url: uri }, secretsOf(uri));
  if (isSuccess(answer)) return { kind: 'complete', answer };
  const message = `The upload session responded with HTTP ${answer.status}.`;
  if (answer.status === 308) return { kind: 'incomplete', nextByte: nextByteOf(answer), message };
  if (answer.status === 404 || answer.status === 410) return { kind: 'gone', message };
  throw new PlatformFailed(youTubeFailure(answer, session.clock));
}

/** The secrets in a session's URL. Its id is a secret, because its bearer can upload on behalf of the account. */
function secretsOf(uri: string): string[] {
  return [uri, ...new URLSearchParams(uri.split('?')[1]).getAll('upload_id')];
}

/** Reads the position of the next byte from `bytes=0-N`. If the header is missing, YouTube has stored nothing. */
function nextByteOf({ headers }: PlatformAnswer): number {
  const [, last] = /^bytes=0-(\d{1,15})$/.exec(headers['range'] ?? '') ?? [];
  return last === undefined ? 0 : Number(last) + 1;
}
