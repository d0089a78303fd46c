import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import { retryAfterMs } from '../../domain/retry-after.js';
import { callPlatform, isInconclusive, isSuccess, readAnswer } from '../kit/call.js';
import {
  createUploadMeter,
  formBody,
  mediaFailure,
  mediaRejected,
  notUploaded,
  takeUpload,
  wholeOf,
  withMedia,
} from '../kit/media-upload.js';
import type { PlatformFailure } from '../kit/failure.js';
import type {
  Publication,
  PublicationMedia,
  ReadinessAnswer,
  UploadAnswer,
  UploadRun,
} from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { callPinterest, idSchema, pinterestFailure, type PinterestContext } from './api.js';
import { isVideo, readUploads, type VideoUpload } from './video-state.js';

const registeredSchema = z.object({
  media_id: idSchema,
  upload_url: z.url({ protocol: /^https?$/ }),
  upload_parameters: z.record(z.string(), z.string()),
});
type Registered = z.infer<typeof registeredSchema>;
const statusSchema = z.object({ status: z.enum(['registered', 'processing', 'succeeded', 'failed']) });
type Status = z.infer<typeof statusSchema>['status'];

/** The data that the steps of one upload share. */
interface Upload {
  context: PinterestContext;
  session: PlatformSession;
  video: PublicationMedia;
  run: UploadRun;
  save: (upload: VideoUpload) => Promise<void>;
  /** Pinterest does not know it: the next attempt starts again. */
  forget: () => Promise<void>;
}

type Step = { upload: VideoUpload } | { failure: PlatformFailure };

/**
 * Registers a video with Pinterest, which returns a signed form for a storage service. The whole video goes into that
 * form, without our token. Images need no upload before the pin.
 */
export async function uploadToPinterest(
  context: PinterestContext,
  session: PlatformSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const [video] = publication.media;
  const meter = createUploadMeter(publication, run);
  if (video === undefined || !isVideo(publication)) {
    for (const media of publication.media) meter.reached(media, media.sizeBytes);
    return { kind: 'uploaded', state: state ?? {} };
  }
  const save = (upload: VideoUpload): Promise<void> => run.save(withMedia(state, [upload]));
  const forget = (): Promise<void> => run.save(withMedia(state, []));
  const shared: Upload = { context, session, video, run, save, forget };
  const kept = await keptUpload(shared, takeUpload(readUploads(state, context.clock.now()), video));
  if (kept !== null && 'failure' in kept) return kept.failure;
  const done = kept ?? (await bring(shared, (range) => meter.body(video, range)));
  if ('failure' in done) return mediaFailure(done.failure);
  meter.reached(video, video.sizeBytes);
  return { kind: 'uploaded', state: withMedia(state, [done.upload]) };
}

/** The upload of an earlier attempt, if its bytes arrived although the response was lost. */
async function keptUpload(shared: Upload, kept: VideoUpload | undefined): Promise<Step | null> {
  if (kept === undefined || kept.isUploaded) return kept === undefined ? null : { upload: kept };
  const read = await readStatus(shared.context, shared.session, kept.mediaId, shared.run.signal);
  if ('failure' in read) return read.failure.kind === 'upload-again' ? null : read;
  if (read.status === 'registered' || read.status === 'failed') return null;
  const upload = { ...kept, isUploaded: true };
  await shared.save(upload);
  return { upload };
}

type BodyOf = (range: { start: number; end: number }) => Parameters<typeof formBody>[1]['body'];

async function bring(shared: Upload, bodyOf: BodyOf): Promise<Step> {
  const { context, session, video, run, save } = shared;
  const registered = await register(shared);
  if ('failure' in registered) return registered;
  const upload: VideoUpload = {
    sha256: video.sha256,
    mediaId: registered.media_id,
    registeredAt: context.clock.now().toISOString(),
    isUploaded: false,
  };
  await save(upload);
  const failure = await sendForm(shared, registered, bodyOf);
  if (failure !== null) return { failure };
  const uploaded = { ...upload, isUploaded: true };
  await save(uploaded);
  // If Pinterest rejects the video at once, we want to know now, not when the pin is due.
  const read = await readStatus(context, session, upload.mediaId, run.signal);
  if (!('failure' in read)) {
    return read.status === 'failed' ? { failure: unprocessable } : { upload: uploaded };
  }
  if (read.failure.kind === 'upload-again') await shared.forget();
  return read;
}

async function register({
  context,
  session,
  run,
}: Upload): Promise<Registered | { failure: PlatformFailure }> {
  const result = await callPinterest(context, session, {
    method: 'POST',
    path: '/media',
    body: { media_type: 'video' },
    signal: run.signal,
  });
  if ('failure' in result) return result;
  const registered = isSuccess(result.answer) ? readAnswer(result.answer, registeredSchema) : null;
  return registered ?? { failure: pinterestFailure(result.answer, context.clock) };
}

/** All parameters first, the file last, and no token: the form is already signed. */
async function sendForm(
  { context, video, run }: Upload,
  { upload_url: url, upload_parameters: parameters }: Registered,
  bodyOf: BodyOf,
): Promise<PlatformFailure | null> {
  const { body, contentType } = formBody(parameters, {
    name: 'file',
    filename: 'video',
    body: bodyOf(wholeOf(video)),
  });
  const said = remember(context.safeFetch);
  const headers = { 'content-type': contentType };
  const request = { url, method: 'POST', headers, body, signal: run.signal } as const;
  const result = await callPlatform(said.safeFetch, request, Object.values(parameters));
  if ('failure' in result) return result.failure;
  const { answer } = result;
  if (isSuccess(answer)) return null;
  const code = /<Code>(\w{1,60})<\/Code>/.exec(said.text())?.[1];
  const message = answer.say(`The storage responded with HTTP ${answer.status}${code ? ` ${code}` : ''}.`);
  if (code === 'SlowDown') {
    return { kind: 'rate-limited', retryAfterMs: retryAfterMs(answer.headers, context.clock.now()), message };
  }
  if (isInconclusive(answer)) return { kind: 'ambiguous', message };
  if (answer.status === 413 || code === 'EntityTooLarge') return mediaRejected(message);
  // The signature has expired, or the bytes came too slowly. A new form may work.
  return { kind: 'upload-again', message };
}

/** The storage returns XML, which a `PlatformAnswer` does not parse. */
function remember(safeFetch: SafeFetch): { safeFetch: SafeFetch; text: () => string } {
  let text = '';
  return {
    safeFetch: async (request) => {
      const response = await safeFetch(request);
      text = response.body;
      return response;
    },
    text: () => text,
  };
}

async function readStatus(
  context: PinterestContext,
  session: PlatformSession,
  mediaId: string,
  signal?: AbortSignal,
): Promise<{ status: Status } | { failure: PlatformFailure }> {
  const path = `/media/${encodeURIComponent(mediaId)}`;
  const result = await callPinterest(context, session, { method: 'GET', path, ...(signal && { signal }) });
  if ('failure' in result) return result;
  const { answer } = result;
  const read = isSuccess(answer) ? readAnswer(answer, statusSchema) : null;
  if (read !== null) return read;
  const failure = pinterestFailure(answer, context.clock);
  return { failure: answer.status === 404 ? { ...notUploaded, message: failure.message } : failure };
}

const unprocessable = mediaRejected('Pinterest could not process the video.');

/** Pinterest must process videos before a pin can show them. */
export async function checkVideo(
  context: PinterestContext,
  session: PlatformSession,
  mediaId: string,
): Promise<ReadinessAnswer> {
  const read = await readStatus(context, session, mediaId);
  if ('failure' in read) return read.failure;
  switch (read.status) {
    case 'succeeded':
      return { kind: 'ready' };
    case 'failed':
      return unprocessable;
    case 'registered':
    case 'processing':
      return { kind: 'pending', checkAfterMs: null };
  }
}
