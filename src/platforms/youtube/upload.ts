import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { aboutMedia, createUploadMeter, withMedia, type UploadMeter } from '../kit/media-upload.js';
import { PlatformFailed } from '../kit/failure.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../kit/platform.js';
import type { YouTubeSession } from './api.js';
import { heldBackFrom, putToSession, sessionOf, startSession, type UploadSession } from './upload-session.js';

/** The size of one request: the most that is lost if a connection breaks and YouTube keeps nothing of it. */
const requestBytes = 64 * 1024 * 1024;

const uploadedSchema = z.object({ media: z.tuple([z.object({ sha256: z.string() })]) });

/** The session that has received all of this video except the bytes that are held back; null if there is none yet. */
export function completeUpload(publication: Publication, state: JsonObject | null): UploadSession | null {
  const isUploaded = uploadedSchema.safeParse(state ?? {}).success;
  return isUploaded ? sessionOf(publication, state) : null;
}

/**
 * Uploads the video in a session, whose URL is stored before a byte is sent. A later attempt asks the session for its
 * progress, and continues there.
 */
export async function uploadToYouTube(
  session: YouTubeSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const [video] = publication.media;
  if (video === undefined) return { kind: 'uploaded', state: state ?? {} };
  const meter = createUploadMeter(publication, run);
  const complete = completeUpload(publication, state);
  if (complete !== null && state !== null) {
    meter.reached(video, video.sizeBytes);
    return { kind: 'uploaded', state };
  }
  const begun = await beginOrResume(session, publication, video, state, run);
  const { upload, nextByte } = begun;
  await aboutMedia(sendParts({ session, upload, video, meter, signal: run.signal }, nextByte));
  // Counts the bytes that are held back too, although the publishing call sends them.
  meter.reached(video, video.sizeBytes);
  return { kind: 'uploaded', state: withMedia({ session: upload }, [{ sha256: video.sha256 }]) };
}

async function beginOrResume(
  session: YouTubeSession,
  publication: Publication,
  video: PublicationMedia,
  state: JsonObject | null,
  run: UploadRun,
): Promise<{ upload: UploadSession; nextByte: number }> {
  const earlier = sessionOf(publication, state);
  if (earlier !== null) {
    const found = await putToSession(session, earlier, null, { signal: run.signal });
    // A complete session means that an earlier publishing call arrived after all. The next call returns the
    // same video.
    if (found.kind === 'complete') return { upload: earlier, nextByte: video.sizeBytes };
    if (found.kind === 'incomplete') return { upload: earlier, nextByte: found.nextByte };
  }
  const upload = await startSession(session, publication, video, run.signal);
  await run.save({ session: upload });
  return { upload, nextByte: 0 };
}

interface Sending {
  session: YouTubeSession;
  upload: UploadSession;
  video: PublicationMedia;
  meter: UploadMeter;
  signal: AbortSignal;
}

/** Sends everything except the bytes that are held back. */
async function sendParts({ session, upload, video, meter, signal }: Sending, from: number): Promise<void> {
  const heldBack = heldBackFrom(upload);
  let start = from;
  while (start < heldBack) {
    meter.reached(video, start);
    const end = Math.min(start + requestBytes, heldBack);
    const part = { start, end, body: meter.body(video, { start, end }) };
    const sent = await putToSession(session, upload, part, { signal });
    if (sent.kind === 'gone') throw new PlatformFailed({ kind: 'upload-again', message: sent.message });
    if (sent.kind === 'complete') return;
    if (sent.nextByte <= start) {
      const message = 'YouTube accepted the request but stored none of it.';
      throw new PlatformFailed({ kind: 'ambiguous', message });
    }
    start = sent.nextByte;
  }
}
