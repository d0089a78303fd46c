import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import { retryAfterMs } from '../../domain/retry-after.js';
import { callApi } from '../kit/api-call.js';
import { isInconclusive, isSuccess, readSuccess, callPlatform, type PlatformAnswer } from '../kit/call.js';
import {
  createUploadMeter,
  formBody,
  mediaRejected,
  notUploaded,
  uploadInOrder,
  wholeOf,
} from '../kit/media-upload.js';
import { onFailure, PlatformFailed, type PlatformFailure } from '../kit/failure.js';
import type {
  Publication,
  PublicationMedia,
  ReadinessAnswer,
  UploadAnswer,
  UploadRun,
} from '../kit/platform.js';
import { idSchema, pinterestFailure, readPinterest, type PinterestSession } from './api.js';
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
  session: PinterestSession;
  video: PublicationMedia;
  run: UploadRun;
  save: (upload: VideoUpload) => Promise<void>;
}

/**
 * Registers a video with Pinterest, which returns a signed form for a storage service. The whole video goes into that
 * form, without our token. Images need no upload before the pin.
 */
export async function uploadToPinterest(
  session: PinterestSession,
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
  const kept = readUploads(state, session.clock.now());
  return uploadInOrder({ media: [video], kept, state, run }, async (item, earlier, save) => {
    const upload = { session, video: item, run, save };
    const done =
      (await completeOne(upload, earlier)) ?? (await bring(upload, (range) => meter.body(item, range)));
    meter.reached(item, item.sizeBytes);
    return done;
  });
}

/** The upload of an earlier attempt, if it is complete, even if the response to it was lost. */
async function completeOne(
  { session, run, save }: Upload,
  earlier: VideoUpload | undefined,
): Promise<VideoUpload | null> {
  if (earlier === undefined || earlier.isUploaded) return earlier ?? null;
  const reading = readStatus(session, earlier.mediaId, run.signal);
  const status = await onFailure(reading, (failure) => {
    if (failure.kind === 'upload-again') return null;
    throw new PlatformFailed(failure);
  });
  if (status === null || status === 'registered' || status === 'failed') return null;
  const upload = { ...earlier, isUploaded: true };
  await save(upload);
  return upload;
}

type BodyOf = (range: { start: number; end: number }) => Parameters<typeof formBody>[1]['body'];

async function bring(shared: Upload, bodyOf: BodyOf): Promise<VideoUpload> {
  const { session, video, run, save } = shared;
  const registered = await register(shared);
  const upload: VideoUpload = {
    sha256: video.sha256,
    mediaId: registered.media_id,
    registeredAt: session.clock.now().toISOString(),
    isUploaded: false,
  };
  await save(upload);
  await sendForm(shared, registered, bodyOf);
  const uploaded = { ...upload, isUploaded: true };
  await save(uploaded);
  // The state is read at once, because a rejected video should be known now, not when the pin is due.
  const status = await readStatus(session, upload.mediaId, run.signal);
  if (status === 'failed') throw new PlatformFailed(unprocessable);
  return uploaded;
}

function register({ session, run }: Upload): Promise<Registered> {
  const call = { method: 'POST', path: '/media', json: { media_type: 'video' }, signal: run.signal } as const;
  return readPinterest(session, call, registeredSchema);
}

/** Sends the form: all parameters first, the file last, and no token, because the form is already signed. */
async function sendForm(
  { session, video, run }: Upload,
  { upload_url: url, upload_parameters: parameters }: Registered,
  bodyOf: BodyOf,
): Promise<void> {
  const { body, contentType } = formBody(parameters, {
    name: 'file',
    filename: 'video',
    body: bodyOf(wholeOf(video)),
  });
  const said = remember(session.safeFetch);
  const headers = { 'content-type': contentType };
  const request = { url, method: 'POST', headers, body, signal: run.signal } as const;
  const answer = await callPlatform(said.safeFetch, request, Object.values(parameters));
  if (!isSuccess(answer)) throw new PlatformFailed(storageFailure(session, answer, said.text()));
}

function storageFailure({ clock }: PinterestSession, answer: PlatformAnswer, text: string): PlatformFailure {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
  const message = answer.say(`The storage responded with HTTP ${answer.status}${code ? ` ${code}` : ''}.`);
  if (code === 'SlowDown') {
    return { kind: 'rate-limited', retryAfterMs: retryAfterMs(answer.headers, clock.now()), message };
  }
  if (isInconclusive(answer)) return { kind: 'ambiguous', message };
  if (answer.status === 413 || code === 'EntityTooLarge') return mediaRejected(message);
  // The signature has expired, or the bytes came too slowly. A new form may work.
  return { kind: 'upload-again', message };
}

/** Keeps the text of a response. The storage returns XML, which a `PlatformAnswer` does not parse. */
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

async function readStatus(session: PinterestSession, mediaId: string, signal?: AbortSignal): Promise<Status> {
  const path = `/media/${encodeURIComponent(mediaId)}`;
  const answer = await callApi(session, { method: 'GET', path, signal });
  const read = readSuccess(answer, statusSchema);
  if (read !== null) return read.status;
  const failure = pinterestFailure(answer, session.clock);
  throw new PlatformFailed(answer.status === 404 ? { ...notUploaded, message: failure.message } : failure);
}

const unprocessable = mediaRejected('Pinterest could not process the video.');

/** Checks whether Pinterest has processed a video, without which a pin cannot show it. */
export async function checkVideo(session: PinterestSession, mediaId: string): Promise<ReadinessAnswer> {
  switch (await readStatus(session, mediaId)) {
    case 'succeeded':
      return { kind: 'ready' };
    case 'failed':
      return unprocessable;
    case 'registered':
    case 'processing':
      return { kind: 'pending', checkAfterMs: null };
  }
}
