import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { readAnswer, unreadable, type PlatformAnswer } from '../kit/call.js';
import { notUploaded } from '../kit/media-upload.js';
import { onFailure, type Published } from '../kit/failure.js';
import type {
  CommitAnswer,
  FindAnswer,
  Publication,
  PublicationMedia,
  PublishedSearch,
} from '../kit/platform.js';
import { idSchema, type YouTubeSession } from './api.js';
import { findInUploads } from './find.js';
import { completeUpload } from './upload.js';
import { heldBackFrom, putToSession, storedSession, type UploadSession } from './upload-session.js';
import { statusSchema, verdictOf } from './verdict.js';

const siteUrl = 'https://www.youtube.com';
/** The possible difference between YouTube's clock and ours. */
const startSlackMs = 60_000;
/**
 * How long a missing video may just not be listed yet. Counted from the start of the search, which is a
 * minute before the call.
 */
const listedAfterMs = 3 * 60_000;

const videoSchema = z.object({ id: idSchema, status: statusSchema.optional().catch(undefined) });

/** Sends the bytes that were held back, with which the video exists. */
export async function commitVideo(
  session: YouTubeSession,
  publication: Publication,
  state: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const upload = completeUpload(publication, state);
  const [video] = publication.media;
  if (upload === null || video === undefined) return notUploaded;
  const range = { start: heldBackFrom(upload), end: upload.sizeBytes };
  const body = await readBytes(video, range);
  if (body === null) return { kind: 'not-sent', message: 'The last bytes of the video could not be read.' };
  const part = { ...range, body };
  const answer = await putToSession(session, upload, part, sendBefore && { sendBefore });
  switch (answer.kind) {
    case 'incomplete':
      // Nothing is public: bytes before the last part are missing.
      return { kind: 'upload-again', message: answer.message };
    case 'gone':
      return afterGone(session, publication, upload, answer.message);
    case 'complete': {
      const seen = readVideo(session, answer.answer);
      if (seen === null) return unreadable(answer.answer);
      return seen.kind === 'found'
        ? { kind: 'published', published: seen.published }
        : { kind: 'rejected', code: seen.code, message: seen.message };
    }
  }
}

/**
 * Decides what to do if the session is gone. YouTube eventually deletes a session that never got its last
 * byte, and then there is no video. It may also delete one that got it in a request that we gave up on. So
 * look for the video before it is uploaded again.
 */
async function afterGone(
  session: YouTubeSession,
  publication: Publication,
  { startedAt }: UploadSession,
  message: string,
): Promise<CommitAnswer> {
  const since = new Date(Date.parse(startedAt) - startSlackMs);
  const search = { since, takenIds: new Set<string>() };
  // Only proof of absence allows another upload. A failed look-up proves nothing.
  const found = await onFailure(findInUploads(session, publication, search), (failure) => failure);
  return found.kind === 'absent' ? { kind: 'upload-again', message } : { kind: 'ambiguous', message };
}

/** Finds the video by its session. If the session is gone, the channel's list of uploads is searched. */
export async function findVideo(
  session: YouTubeSession,
  publication: Publication,
  state: JsonObject | null,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const upload = storedSession(state);
  if (upload === null) return listed(session, await findInUploads(session, publication, search));
  const answer = await putToSession(session, upload, null);
  switch (answer.kind) {
    case 'incomplete':
      return { kind: 'absent' };
    case 'gone': {
      const found = listed(session, await findInUploads(session, publication, search));
      const isYoung = session.clock.now().getTime() - search.since.getTime() < listedAfterMs;
      const message = 'The upload session is gone, and the list of uploads may not be up to date yet.';
      return found.kind === 'absent' && isYoung ? { kind: 'ambiguous', message } : found;
    }
    case 'complete': {
      const seen = readVideo(session, answer.answer);
      if (seen !== null) return seen;
      const found = listed(session, await findInUploads(session, publication, search));
      const message = 'The upload is complete, but the video is not in the list of uploads yet.';
      return found.kind === 'absent' ? { kind: 'ambiguous', message } : found;
    }
  }
}

type Listed = Awaited<ReturnType<typeof findInUploads>>;

function listed(session: YouTubeSession, found: Listed): FindAnswer {
  return found.kind === 'found' ? { kind: 'found', published: toPublished(session, found.videoId) } : found;
}

type SeenVideo = Extract<FindAnswer, { kind: 'found' | 'refused' }>;

/** The video of a complete session. Null if the response does not name it. */
function readVideo(session: YouTubeSession, answer: PlatformAnswer): SeenVideo | null {
  const video = readAnswer(answer, videoSchema);
  if (video === null) return null;
  return verdictOf(video.status) ?? { kind: 'found', published: toPublished(session, video.id) };
}

function toPublished(session: YouTubeSession, videoId: string): Published {
  return { externalPostId: videoId, externalUrl: watchUrl(session, videoId), reference: null };
}

/** The URL where people watch a video, at a comment if one is given. */
export function watchUrl(session: YouTubeSession, videoId: string, commentId?: string): string {
  const query = new URLSearchParams({ v: videoId, ...(commentId === undefined ? {} : { lc: commentId }) });
  return `${session.sandboxUrl ?? siteUrl}/watch?${query.toString()}`;
}

/** Reads a few bytes into memory, so that the request is sent completely or not at all. Null if they cannot be read. */
export async function readBytes(
  file: PublicationMedia,
  range: { start: number; end: number },
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of file.open(range)) chunks.push(chunk);
  } catch {
    return null;
  }
  const bytes = Buffer.concat(chunks);
  return bytes.length === range.end - range.start ? bytes : null;
}
