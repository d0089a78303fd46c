import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { EgressRequest, StreamedBody } from '../../egress/safe-fetch.js';
import { isInconclusive, callPlatform, type PlatformAnswer } from '../kit/call.js';
import {
  createUploadMeter,
  mediaFailure,
  mediaRejected,
  notUploaded,
  withMedia,
} from '../kit/media-upload.js';
import { onFailure, PlatformFailed, type PlatformFailure } from '../kit/failure.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../kit/platform.js';
import type { TikTokSession } from '../kit/tiktok/login.js';
import { callTikTok, tikTokFailure } from './api.js';
import { planChunks } from './chunks.js';
import { readCreatorInfo, type CreatorInfo } from './creator-info.js';
import { isDraftMode, readOptions } from './options.js';
import { videoPostInfo } from './post-info.js';
import {
  videoOf,
  hasMediaOf,
  isLiving,
  readState,
  switchedOffSchema,
  type Video,
  type TikTokState,
} from './state.js';

/** How long TikTok accepts bytes at an upload URL. */
const uploadLifeMs = 60 * 60 * 1000;

const initializedSchema = z.object({
  publish_id: z.string().min(1),
  upload_url: z.url({ protocol: /^https?$/ }),
});

/**
 * Uploads all but the last chunk of a video, because the last chunk publishes it. Images are not uploaded:
 * TikTok fetches them when they are posted. For both we first read the account's settings for posts.
 */
export async function uploadToTikTok(
  session: TikTokSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const [video] = publication.media.filter(({ kind }) => kind === 'VIDEO');
  return video === undefined
    ? acceptImages(session, publication, state, run)
    : uploadVideo(session, publication, video, state, run);
}

/**
 * Reads the account's settings for posts. Null for a draft: everything is chosen in the app, and the
 * permission to read the settings may be missing.
 */
async function askCreator(
  session: TikTokSession,
  { options }: Publication,
  { signal }: UploadRun,
): Promise<CreatorInfo | null> {
  if (isDraftMode(options)) return null;
  const creator = await readCreatorInfo(session, signal);
  const level = readOptions(options).privacyLevel;
  if (level !== undefined && creator.privacy_level_options.includes(level)) return creator;
  const message = `The account cannot currently use the privacy level ${level ?? 'none'}.`;
  throw new PlatformFailed({ kind: 'rejected', code: 'CHOICE_NOT_AVAILABLE', message });
}

async function acceptImages(
  session: TikTokSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  if (state !== null && isAccepted(readState(state), publication)) return { kind: 'uploaded', state };
  const creator = await askCreator(session, publication, run);
  const media = publication.media.map(({ sha256 }) => ({ sha256 }));
  const next = { ...(creator && { commentsOff: creator.comment_disabled }), media };
  await run.save(next);
  run.progress(publication.media.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  return { kind: 'uploaded', state: next };
}

/** Whether the account's settings, if they are required, were read for these images. */
export function isAccepted(state: TikTokState, publication: Publication): boolean {
  const isAsked = state.commentsOff !== undefined || isDraftMode(publication.options);
  return isAsked && hasMediaOf(state, publication);
}

async function uploadVideo(
  session: TikTokSession,
  publication: Publication,
  media: PublicationMedia,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const opened = await openUpload(session, publication, media, state, run);
  let { video } = opened;
  if (opened.isNew) await run.save(withMedia(null, [video]));
  const meter = createUploadMeter(publication, run);
  const { chunkBytes, lastStart } = planChunks(media.sizeBytes);
  meter.reached(media, video.sentBytes);
  while (video.sentBytes < lastStart) {
    const start = video.sentBytes;
    const body = meter.body(media, { start, end: start + chunkBytes });
    const chunk = { start, body, signal: run.signal };
    const reached = await onFailure(sendChunk(session, media, video, chunk), async (failure) => {
      // The next attempt starts a new upload.
      if (failure.kind === 'upload-again') await run.save({});
      throw new PlatformFailed(mediaFailure(failure));
    });
    video = { ...video, sentBytes: reached };
    meter.reached(media, reached);
    await run.save(withMedia(null, [video]));
  }
  return { kind: 'uploaded', state: withMedia(null, [video]) };
}

/** Returns the upload of an earlier attempt if it is still open and for the same post; otherwise starts a new one. */
async function openUpload(
  session: TikTokSession,
  publication: Publication,
  media: PublicationMedia,
  state: JsonObject | null,
  run: UploadRun,
): Promise<{ video: Video; isNew: boolean }> {
  const kept = videoOf(readState(state));
  if (kept?.sha256 === media.sha256 && isLiving(kept, session.clock.now()) && isOf(kept, publication)) {
    return { video: kept, isNew: false };
  }
  const creator = await askCreator(session, publication, run);
  const secondsMax = creator?.max_video_post_duration_sec ?? Infinity;
  if ((media.durationMs ?? 0) > secondsMax * 1000) {
    const message = `The account can currently publish videos of at most ${secondsMax} seconds.`;
    throw new PlatformFailed(mediaRejected(message));
  }
  const post = creator === null ? null : videoPostInfo(publication, creator);
  const { chunkBytes, chunkCount } = planChunks(media.sizeBytes);
  const source = {
    source: 'FILE_UPLOAD',
    video_size: media.sizeBytes,
    chunk_size: chunkBytes,
    total_chunk_count: chunkCount,
  };
  const call = {
    path: post === null ? '/v2/post/publish/inbox/video/init/' : '/v2/post/publish/video/init/',
    json: { ...(post === null ? {} : { post_info: post }), source_info: source },
    signal: run.signal,
  };
  const askedAtMs = session.clock.now().getTime();
  const called = await callTikTok(session, call, initializedSchema);
  const { publish_id: publishId, upload_url: uploadUrl } = called;
  const expiresAt = new Date(askedAtMs + uploadLifeMs).toISOString();
  const { sha256, sizeBytes } = media;
  const off = creator && switchedOffSchema.parse(creator);
  const video = { sha256, sizeBytes, publishId, uploadUrl, expiresAt, sentBytes: 0, post, off };
  return { video, isNew: true };
}

/** Whether an upload was started for this very post: its details cannot be changed later. */
export function isOf({ post, off }: Video, publication: Publication): boolean {
  if (post === null || off === null) return isDraftMode(publication.options);
  return !isDraftMode(publication.options) && hasSameFields(post, videoPostInfo(publication, off));
}

/** Compares fields in any order, because the database does not keep their order. */
function hasSameFields(one: JsonObject, other: JsonObject): boolean {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length && entries.every(([name, value]) => other[name] === value)
  );
}

interface Chunk extends Pick<EgressRequest, 'signal' | 'sendBefore'> {
  start: number;
  body: StreamedBody;
}

/** Sends a chunk before the last one. Returns the byte at which to continue. */
async function sendChunk(
  session: TikTokSession,
  media: PublicationMedia,
  video: Video,
  chunk: Chunk,
): Promise<number> {
  const answer = await putChunk(session, media, video, chunk);
  const { chunkBytes, lastStart } = planChunks(media.sizeBytes);
  const reached = reachedBy(answer, chunk.start, chunkBytes, lastStart);
  if (reached === null) throw new PlatformFailed(chunkFailure(session, answer));
  return reached;
}

/** Sends a chunk. The URL is a secret that authorizes the upload by itself, so we send no token. */
export async function putChunk(
  session: TikTokSession,
  { mime, sizeBytes }: PublicationMedia,
  { uploadUrl }: Video,
  { start, body, ...more }: Chunk,
): Promise<PlatformAnswer> {
  // Reading the credentials throws if they are unusable. Nothing may be sent then, because the outcome could
  // not be looked up.
  const { accessToken, refreshToken } = session.credentials;
  const headers = {
    'content-type': mime,
    'content-range': `bytes ${start}-${start + body.lengthBytes - 1}/${sizeBytes}`,
  };
  return callPlatform(session.safeFetch, { url: uploadUrl, method: 'PUT', headers, body, ...more }, [
    accessToken,
    refreshToken,
    uploadUrl,
  ]);
}

/** The number in `Content-Range: bytes 0-N/SIZE`, which says how many bytes TikTok has. Null if it is unknown. */
export function progressOf({ headers }: PlatformAnswer): number | null {
  const [, last] = /^bytes 0-(\d{1,15})\/\d+$/.exec(headers['content-range'] ?? '') ?? [];
  return last === undefined ? null : Number(last);
}

/**
 * The byte at which to continue after a chunk; null if the upload cannot continue. A chunk whose response was
 * lost is rejected when it is sent again, and the rejection says how far TikTok is. The result is at most the
 * start of the last chunk, which only the commit sends.
 */
function reachedBy(
  answer: PlatformAnswer,
  start: number,
  chunkBytes: number,
  lastStart: number,
): number | null {
  if (answer.status === 206) return start + chunkBytes;
  const progress = answer.status === 416 ? progressOf(answer) : null;
  if (progress === null) return null;
  // TikTok does not say whether N is the number of bytes or the position of the last one.
  const reached = Math.round(progress / chunkBytes) * chunkBytes;
  if (Math.abs(progress - reached) > 1 && progress < lastStart) return null;
  return reached > start ? Math.min(reached, lastStart) : null;
}

/** The failure that a response to a chunk means, if it shows no progress. */
export function chunkFailure({ clock }: TikTokSession, answer: PlatformAnswer): PlatformFailure {
  const { status } = answer;
  // The URL has expired or is unknown, or the upload is at another position than ours.
  if ([401, 403, 404, 416].includes(status)) return { ...notUploaded, message: answer.say(undefined) };
  if (isInconclusive(answer)) return { kind: 'ambiguous', message: answer.say(undefined) };
  return tikTokFailure(answer, clock);
}
