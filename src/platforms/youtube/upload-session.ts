import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { EgressRequest } from '../../egress/safe-fetch.js';
import { parseUrl } from '../../domain/parse-url.js';
import { callPlatform, isSuccess, unreadable, type PlatformAnswer } from '../kit/call.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { Publication, PublicationMedia } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { callYouTube, type YouTubeContext } from './api.js';
import { youTubeFailure } from './failures.js';
import { toVideoRequest } from './options.js';

/** YouTube takes parts of a video in multiples of this; only the last may be shorter. */
export const unitBytes = 256 * 1024;

const sessionSchema = z.object({
  /** Below the API's address, or a whole address where YouTube has named another host. Whoever knows it may upload. */
  uri: z.string().min(1),
  sha256: z.string(),
  sizeBytes: z.number().int().positive(),
  mime: z.string(),
  /** Title, description and options, which a session is started with: an edited post gets a new one. */
  content: z.string(),
  startedAt: z.iso.datetime(),
});
export type UploadSession = z.infer<typeof sessionSchema>;

const stateSchema = z.object({ session: sessionSchema.optional().catch(undefined) });

/** The session that an earlier try has started, whatever for. */
export function storedSession(state: JsonObject | null): UploadSession | null {
  return stateSchema.safeParse(state ?? {}).data?.session ?? null;
}

/** The same, if it is one for exactly this video with these words. */
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
 * The first of the bytes that are held back: a video exists as soon as its last byte has arrived, so the last part,
 * as small as it can lawfully be, is the call that publishes.
 */
export function heldBackFrom({ sizeBytes }: Pick<UploadSession, 'sizeBytes'>): number {
  return Math.floor((sizeBytes - 1) / unitBytes) * unitBytes;
}

/** Starts a session; nothing of it is to be seen anywhere. */
export async function startSession(
  context: YouTubeContext,
  session: PlatformSession,
  publication: Publication,
  video: PublicationMedia,
  signal: AbortSignal,
): Promise<{ upload: UploadSession } | { failure: PlatformFailure }> {
  const { query, body } = toVideoRequest(publication);
  const result = await callYouTube(context, session, {
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
  if ('failure' in result) return result;
  const { location } = result.answer.headers;
  if (!isSuccess(result.answer)) return { failure: youTubeFailure(result.answer, context.clock) };
  if (location === undefined || parseUrl(location) === null) return { failure: unreadable(result.answer) };
  const isBelow = location.startsWith(`${session.baseUrl}/`);
  const { sha256, sizeBytes, mime } = video;
  return {
    upload: {
      uri: isBelow ? location.slice(session.baseUrl.length) : location,
      sha256,
      sizeBytes,
      mime,
      content: contentOf(publication),
      startedAt: context.clock.now().toISOString(),
    },
  };
}

/** What a session says of itself, to an empty request as to one with bytes. */
export type SessionAnswer =
  /** The last byte is there, and so is the video. */
  | { kind: 'complete'; answer: PlatformAnswer }
  | { kind: 'incomplete'; nextByte: number; message: string }
  | { kind: 'gone'; message: string }
  | { kind: 'failed'; failure: PlatformFailure };

interface Part {
  start: number;
  /** Exclusive. */
  end: number;
  body: NonNullable<EgressRequest['body']>;
}

/** Sends a part of the video; without one it only asks how far the session has come. */
export async function putToSession(
  context: YouTubeContext,
  session: PlatformSession,
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
  // Another host than the API's own gets no token: there the address alone is the key.
  const result = uri.startsWith('/')
    ? await callYouTube(context, session, { ...request, path: uri, secrets: secretsOf(uri) })
    : await callPlatform(context.safeFetch, { ...request, url: uri }, secretsOf(uri));
  if ('failure' in result) return { kind: 'failed', failure: result.failure };
  const { answer } = result;
  if (isSuccess(answer)) return { kind: 'complete', answer };
  const message = `The upload session answered HTTP ${answer.status}.`;
  if (answer.status === 308) return { kind: 'incomplete', nextByte: nextByteOf(answer), message };
  if (answer.status === 404 || answer.status === 410) return { kind: 'gone', message };
  return { kind: 'failed', failure: youTubeFailure(answer, context.clock) };
}

/** Whoever knows the session's id may upload in the account's name. */
function secretsOf(uri: string): string[] {
  return [uri, ...new URLSearchParams(uri.split('?')[1]).getAll('upload_id')];
}

/** `bytes=0-N`; without it YouTube has stored nothing. */
function nextByteOf({ headers }: PlatformAnswer): number {
  const [, last] = /^bytes=0-(\d{1,15})$/.exec(headers['range'] ?? '') ?? [];
  return last === undefined ? 0 : Number(last) + 1;
}
