import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { callApi, type ApiCall } from '../kit/api-call.js';
import { isSuccess, successOf, type PlatformAnswer } from '../kit/call.js';
import {
  createUploadMeter,
  uploadInOrder,
  formBody,
  mediaRejected,
  type UploadMeter,
} from '../kit/media-upload.js';
import { onFailure, PlatformFailed, type PlatformFailure } from '../kit/failure.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../kit/platform.js';
import { xFailure, type XSession } from './api.js';
import { describedAs, isLiving, isOfUse, readUploads, type XUpload } from './media-state.js';
import { readProcessing, statusSchema } from './processing.js';

/** The size of our segments. X accepts at most a thousand segments of up to 5 MB. */
export const segmentBytes = 4 * 1024 * 1024;
const lifeSecondsDefault = 24 * 60 * 60;

function categoryOf({ kind }: PublicationMedia): string {
  if (kind === 'VIDEO') return 'tweet_video';
  return kind === 'GIF' ? 'tweet_gif' : 'tweet_image';
}

const initializedSchema = z.object({
  data: z.object({
    id: z.string().regex(/^\d+$/),
    media_key: z.string().optional(),
    expires_after_secs: z.number().positive().optional(),
  }),
});

/** The data that the steps of one upload share. */
interface Upload {
  session: XSession;
  meter: UploadMeter;
  signal: AbortSignal;
}

/**
 * Uploads media in numbered segments. If the response to a segment is lost, the segment is sent again with its number,
 * and another process can continue after the last confirmed one.
 */
export async function uploadToX(
  session: XSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const meter = createUploadMeter(publication, run);
  const shared: Upload = { session, meter, signal: run.signal };
  const now = session.clock.now();
  const kept = readUploads(state).filter((upload) => isLiving(upload, now) && isOfUse(upload, publication));
  return uploadInOrder({ media: publication.media, kept, state, run }, (item, begun, save) =>
    uploadOne(shared, item, begun, save),
  );
}

async function uploadOne(
  shared: Upload,
  media: PublicationMedia,
  kept: XUpload | undefined,
  save: (upload: XUpload) => Promise<void>,
): Promise<XUpload> {
  // An earlier attempt may have finalized the upload without getting the response.
  const isResumedWhole = kept !== undefined && kept.sentBytes >= media.sizeBytes;
  let upload = kept ?? (await initialize(shared, media));
  if (kept === undefined) await save(upload);
  const steps = [appendNext, isResumedWhole ? finalizeAgain : finalize, describe];
  for (const step of steps) {
    for (;;) {
      const next = await step(shared, media, upload);
      if (next === upload) break;
      upload = next;
      await save(upload);
    }
  }
  shared.meter.reached(media, media.sizeBytes);
  return upload;
}

async function initialize(shared: Upload, media: PublicationMedia): Promise<XUpload> {
  const json = {
    media_type: media.mime,
    total_bytes: media.sizeBytes,
    media_category: categoryOf(media),
  };
  const answer = await post(shared, '/2/media/upload/initialize', { json });
  const { data } = successOf(answer, initializedSchema, (refusal) => failureOf(shared, refusal));
  const lifeMs = (data.expires_after_secs ?? lifeSecondsDefault) * 1000;
  return {
    sha256: media.sha256,
    mediaId: data.id,
    mediaKey: data.media_key ?? null,
    expiresAt: new Date(shared.session.clock.now().getTime() + lifeMs).toISOString(),
    sentBytes: 0,
    finalized: false,
    processing: false,
    altText: null,
  };
}

/** Sends the next segment. Returns the same upload if there is none left. */
async function appendNext(shared: Upload, media: PublicationMedia, upload: XUpload): Promise<XUpload> {
  const { sentBytes: start } = upload;
  shared.meter.reached(media, start);
  if (upload.finalized || start >= media.sizeBytes) return upload;
  const end = Math.min(start + segmentBytes, media.sizeBytes);
  const { body, contentType } = formBody(
    { segment_index: String(start / segmentBytes) },
    { name: 'media', filename: 'media', body: shared.meter.body(media, { start, end }) },
  );
  const path = `/2/media/upload/${upload.mediaId}/append`;
  const answer = await post(shared, path, { body, headers: { 'content-type': contentType } });
  if (isSuccess(answer)) return { ...upload, sentBytes: end };
  const failure = failureOf(shared, answer);
  // If the first segment is rejected, the media are bad. If a later segment is rejected, the upload is gone.
  const isGone = failure.kind === 'rejected' && (start > 0 || answer.status === 404);
  throw new PlatformFailed(isGone ? { kind: 'upload-again', message: failure.message } : failure);
}

async function finalize(shared: Upload, _media: PublicationMedia, upload: XUpload): Promise<XUpload> {
  if (upload.finalized) return upload;
  const answer = await post(shared, `/2/media/upload/${upload.mediaId}/finalize`, {});
  const { data } = successOf(answer, statusSchema, (refusal) => failureOf(shared, refusal));
  const info = data.processing_info;
  return {
    ...upload,
    finalized: true,
    processing: info !== undefined && info.state !== 'succeeded',
    mediaKey: data.media_key ?? upload.mediaKey,
  };
}

/**
 * Finalizes an upload. An earlier call may have done so although its response was lost. If X rejects this call, the
 * state of the media shows whether it did.
 */
async function finalizeAgain(shared: Upload, media: PublicationMedia, upload: XUpload): Promise<XUpload> {
  return onFailure(finalize(shared, media, upload), async (refusal) => {
    if (refusal.kind !== 'rejected') throw new PlatformFailed(refusal);
    const reading = readProcessing(shared.session, upload.mediaId);
    const state = await onFailure(reading, (failure) => {
      throw new PlatformFailed(failure.kind === 'upload-again' ? failure : refusal);
    });
    if (state.kind === 'failed') throw new PlatformFailed(mediaRejected(state.message));
    return { ...upload, finalized: true, processing: true };
  });
}

/** Sends the alt text of an image or GIF. Without one the call is skipped, because X bills it. */
async function describe(shared: Upload, media: PublicationMedia, upload: XUpload): Promise<XUpload> {
  const altText = describedAs(media);
  if (media.kind === 'VIDEO' || altText === upload.altText || altText === null) return upload;
  const json = { id: upload.mediaId, metadata: { alt_text: { text: altText } } };
  const answer = await post(shared, '/2/media/metadata', { json });
  if (!isSuccess(answer)) throw new PlatformFailed(failureOf(shared, answer));
  return { ...upload, altText };
}

function post(
  { session, signal }: Upload,
  path: string,
  content: Pick<ApiCall, 'json' | 'body' | 'headers'>,
): Promise<PlatformAnswer> {
  return callApi(session, { method: 'POST', path, signal, ...content });
}

function failureOf({ session }: Upload, answer: PlatformAnswer): PlatformFailure {
  return xFailure(answer, session.clock);
}
