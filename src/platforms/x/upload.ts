import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { EgressRequest } from '../../egress/safe-fetch.js';
import { callPlatform, isSuccess, readAnswer, readCredentials, type CallResult } from '../kit/call.js';
import {
  createUploadMeter,
  uploadInOrder,
  formBody,
  mediaRejected,
  type UploadMeter,
} from '../kit/media-upload.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { xCredentialsSchema, xFailure, type XContext } from './api.js';
import { describedAs, isLiving, isOfUse, readUploads, type XUpload } from './media-state.js';
import { readProcessing, statusSchema } from './processing.js';

/** X accepts at most a thousand segments of up to 5 MB. */
export const segmentBytes = 4 * 1024 * 1024;
const lifeSecondsDefault = 24 * 60 * 60;

const categories = { IMAGE: 'tweet_image', GIF: 'tweet_gif', VIDEO: 'tweet_video' } as const;

const initializedSchema = z.object({
  data: z.object({
    id: z.string().regex(/^\d+$/),
    media_key: z.string().optional(),
    expires_after_secs: z.number().positive().optional(),
  }),
});

/** The data that the steps of one upload share. */
interface Upload {
  context: XContext;
  session: PlatformSession;
  accessToken: string;
  secrets: readonly string[];
  meter: UploadMeter;
  signal: AbortSignal;
}

type Step = { upload: XUpload } | { failure: PlatformFailure };

/**
 * Uploads media in numbered segments. If the response to a segment is lost, the segment is sent again with its number,
 * and another process can continue after the last confirmed one.
 */
export async function uploadToX(
  context: XContext,
  session: PlatformSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const read = readCredentials(xCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { secrets } = read;
  const { accessToken } = read.credentials;
  const meter = createUploadMeter(publication, run);
  const shared: Upload = { context, session, accessToken, secrets, meter, signal: run.signal };
  const now = context.clock.now();
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
): Promise<Step> {
  // An earlier attempt may have finalized it without getting the response.
  const isResumedWhole = kept !== undefined && kept.sentBytes >= media.sizeBytes;
  const begun = kept === undefined ? await initialize(shared, media) : { upload: kept };
  if ('failure' in begun) return begun;
  let { upload } = begun;
  if (kept === undefined) await save(upload);
  const steps = [appendNext, isResumedWhole ? finalizeAgain : finalize, describe];
  for (const step of steps) {
    for (;;) {
      const next = await step(shared, media, upload);
      if ('failure' in next) return next;
      if (next.upload === upload) break;
      upload = next.upload;
      await save(upload);
    }
  }
  shared.meter.reached(media, media.sizeBytes);
  return { upload };
}

async function initialize(shared: Upload, media: PublicationMedia): Promise<Step> {
  const { clock } = shared.context;
  const body = {
    media_type: media.mime,
    total_bytes: media.sizeBytes,
    media_category: categories[media.kind],
  };
  const result = await call(shared, '/2/media/upload/initialize', json(body));
  if ('failure' in result) return result;
  const data = isSuccess(result.answer) ? readAnswer(result.answer, initializedSchema)?.data : undefined;
  if (data === undefined) return { failure: xFailure(result.answer, clock) };
  const lifeMs = (data.expires_after_secs ?? lifeSecondsDefault) * 1000;
  return {
    upload: {
      sha256: media.sha256,
      mediaId: data.id,
      mediaKey: data.media_key ?? null,
      expiresAt: new Date(clock.now().getTime() + lifeMs).toISOString(),
      sentBytes: 0,
      finalized: false,
      processing: false,
      altText: null,
    },
  };
}

/** Sends the next segment; returns the same upload if there is none left. */
async function appendNext(shared: Upload, media: PublicationMedia, upload: XUpload): Promise<Step> {
  const { sentBytes: start } = upload;
  shared.meter.reached(media, start);
  if (upload.finalized || start >= media.sizeBytes) return { upload };
  const end = Math.min(start + segmentBytes, media.sizeBytes);
  const { body, contentType } = formBody(
    { segment_index: String(start / segmentBytes) },
    { name: 'media', filename: 'media', body: shared.meter.body(media, { start, end }) },
  );
  const path = `/2/media/upload/${upload.mediaId}/append`;
  const result = await call(shared, path, { body, headers: { 'content-type': contentType } });
  if ('failure' in result) return result;
  if (isSuccess(result.answer)) return { upload: { ...upload, sentBytes: end } };
  const failure = xFailure(result.answer, shared.context.clock);
  // If the first segment is rejected, the media are bad. If a later one is, the upload is gone.
  const isGone = failure.kind === 'rejected' && (start > 0 || result.answer.status === 404);
  return { failure: isGone ? { kind: 'upload-again', message: failure.message } : failure };
}

async function finalize(shared: Upload, _media: PublicationMedia, upload: XUpload): Promise<Step> {
  if (upload.finalized) return { upload };
  const result = await call(shared, `/2/media/upload/${upload.mediaId}/finalize`, json({}));
  if ('failure' in result) return result;
  const status = isSuccess(result.answer) ? readAnswer(result.answer, statusSchema) : null;
  if (status !== null) {
    const info = status.data.processing_info;
    return {
      upload: {
        ...upload,
        finalized: true,
        processing: info !== undefined && info.state !== 'succeeded',
        mediaKey: status.data.media_key ?? upload.mediaKey,
      },
    };
  }
  return { failure: xFailure(result.answer, shared.context.clock) };
}

/**
 * An earlier call may have worked, and its response been lost. If X rejects this one, it knows the state of the media.
 */
async function finalizeAgain(shared: Upload, media: PublicationMedia, upload: XUpload): Promise<Step> {
  const next = await finalize(shared, media, upload);
  if (!('failure' in next) || next.failure.kind !== 'rejected') return next;
  const state = await readProcessing(shared.context, shared.session, upload.mediaId);
  switch (state.kind) {
    case 'succeeded':
    case 'pending':
      return { upload: { ...upload, finalized: true, processing: true } };
    case 'failed':
      return { failure: mediaRejected(state.message) };
    case 'failure':
      return state.failure.kind === 'upload-again' ? { failure: state.failure } : next;
  }
}

/** X accepts alt text for images and GIFs. Without one we skip the call, because X bills it. */
async function describe(shared: Upload, media: PublicationMedia, upload: XUpload): Promise<Step> {
  const altText = describedAs(media);
  if (media.kind === 'VIDEO' || altText === upload.altText || altText === null) return { upload };
  const body = { id: upload.mediaId, metadata: { alt_text: { text: altText } } };
  const result = await call(shared, '/2/media/metadata', json(body));
  if ('failure' in result) return result;
  if (isSuccess(result.answer)) return { upload: { ...upload, altText } };
  return { failure: xFailure(result.answer, shared.context.clock) };
}

type RequestPart = Pick<EgressRequest, 'body' | 'headers'>;

function json(body: object): RequestPart {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

function call({ context, session, accessToken, secrets, signal }: Upload, path: string, part: RequestPart) {
  return callPlatform(
    context.safeFetch,
    {
      url: `${session.baseUrl}${path}`,
      method: 'POST',
      signal,
      ...part,
      headers: { ...part.headers, authorization: `Bearer ${accessToken}` },
    },
    secrets,
  ) satisfies Promise<CallResult>;
}
