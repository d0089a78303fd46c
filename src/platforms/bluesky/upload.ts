import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { successOf } from '../kit/call.js';
import { createUploadMeter, notUploaded, uploadInOrder, wholeOf } from '../kit/media-upload.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../kit/platform.js';
import type { BlueskyContext, BlueskySession } from './context.js';
import { readUploads, type BlueskyUpload } from './record.js';
import { blobSchema } from './refs.js';
import { checkVideo, uploadVideo, type BlueskyUploading } from './video.js';
import { askServer, xrpcFailure } from './xrpc.js';

/**
 * How long an uploaded blob is used. Servers delete blobs without a record, some within an hour. Uploading
 * them again is cheap.
 */
const blobLifeMs = 10 * 60 * 1000;
/** How long a job is used. The video service keeps its jobs for longer than processing may take. */
const jobLifeMs = 12 * 60 * 60 * 1000;

/** Uploads images to the account's own server, which names them by their bytes, and videos to the video service. */
export async function uploadToBluesky(
  context: BlueskyContext,
  session: BlueskySession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const access = await context.accessOf(session);
  const meter = createUploadMeter(publication, run);
  const uploading: BlueskyUploading = { session, access, meter, signal: run.signal };
  const now = session.clock.now();
  const kept = readUploads(state).filter((upload) => isLiving(upload, now));
  return uploadInOrder({ media: publication.media, kept, state, run }, async (media, earlier, save) => {
    const upload = earlier ?? (await uploadOne(uploading, media));
    meter.reached(media, media.sizeBytes);
    if (earlier === undefined) await save(upload);
    return upload;
  });
}

function isLiving({ uploadedAt, jobId }: BlueskyUpload, now: Date): boolean {
  const lifeMs = jobId === null ? blobLifeMs : jobLifeMs;
  return now.getTime() - Date.parse(uploadedAt) < lifeMs;
}

const uploadedSchema = z.object({ blob: blobSchema });

async function uploadOne(uploading: BlueskyUploading, media: PublicationMedia): Promise<BlueskyUpload> {
  if (media.kind === 'VIDEO') return uploadVideo(uploading, media);
  const { session, access, meter, signal } = uploading;
  const answer = await askServer(session, {
    nsid: 'com.atproto.repo.uploadBlob',
    method: 'POST',
    access,
    file: { mime: media.mime, open: () => meter.body(media, wholeOf(media)) },
    signal,
  });
  const { blob } = successOf(answer, uploadedSchema, (refusal) => xrpcFailure(refusal, session.clock));
  const uploadedAt = session.clock.now().toISOString();
  return { sha256: media.sha256, blob, jobId: null, uploadedAt };
}

type Settled =
  | { kind: 'settled'; uploads: { media?: BlueskyUpload[] } }
  | { kind: 'pending'; checkAfterMs: number | null }
  | PlatformFailure;

/** Returns the blobs of the given media, once the video service has created those of the videos. */
export async function settleMedia(
  session: BlueskySession,
  { media }: Publication,
  state: JsonObject | null,
): Promise<Settled> {
  if (media.length === 0) return { kind: 'settled', uploads: {} };
  const now = session.clock.now();
  const uploads = readUploads(state);
  const settled: BlueskyUpload[] = [];
  for (const [index, item] of media.entries()) {
    const upload = uploads[index];
    if (upload?.sha256 !== item.sha256 || !isLiving(upload, now)) return notUploaded;
    if (upload.blob !== null) {
      settled.push(upload);
      continue;
    }
    const video = await checkVideo(session, upload);
    if (video.kind !== 'ready') return video;
    settled.push({ ...upload, blob: video.blob });
  }
  return { kind: 'settled', uploads: { media: settled } };
}
