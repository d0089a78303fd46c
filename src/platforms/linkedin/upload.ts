import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import {
  callPlatform,
  isSuccess,
  readAnswer,
  readCredentials,
  unreadable,
  type PlatformAnswer,
} from '../kit/call.js';
import { createUploadMeter, uploadInOrder, mediaFailure, type UploadMeter } from '../kit/media-upload.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import {
  callLinkedIn,
  linkedInCredentialsSchema,
  linkedInFailure,
  siteUrlOf,
  type LinkedInContext,
} from './api.js';
import { isLiving, readUploads, type LinkedInUpload } from './media-state.js';
import { itemsOf } from './options.js';
import { readStatus } from './processing.js';

const imageStartedSchema = z.object({
  value: z.object({
    image: z.string().startsWith('urn:li:image:'),
    uploadUrl: z.url(),
    uploadUrlExpiresAt: z.number().optional().catch(undefined),
  }),
});
const videoStartedSchema = z.object({
  value: z.object({
    video: z.string().startsWith('urn:li:video:'),
    uploadToken: z.string().default(''),
    uploadUrlsExpireAt: z.number().optional().catch(undefined),
    uploadInstructions: z.array(
      z.object({ uploadUrl: z.url(), firstByte: z.number().int(), lastByte: z.number().int() }),
    ),
  }),
});

/** The data that the steps of one upload share. */
interface Upload {
  context: LinkedInContext;
  session: PlatformSession;
  accessToken: string;
  secrets: readonly string[];
  meter: UploadMeter;
  signal: AbortSignal;
}

type Step = { upload: LinkedInUpload } | { failure: PlatformFailure };

/**
 * Uploads an image in one piece, and a video in the parts that LinkedIn asks for. Another process can continue after
 * the last confirmed part.
 */
export async function uploadToLinkedIn(
  context: LinkedInContext,
  session: PlatformSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const read = readCredentials(linkedInCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { secrets } = read;
  const { accessToken } = read.credentials;
  const items = itemsOf(publication);
  const meter = createUploadMeter({ ...publication, media: items }, run);
  const shared: Upload = { context, session, accessToken, secrets, meter, signal: run.signal };
  const now = context.clock.now();
  const kept = readUploads(state).filter((upload) => isLiving(upload, now));
  return uploadInOrder({ media: items, kept, state, run }, (item, begun, save) =>
    uploadOne(shared, item, begun, save),
  );
}

async function uploadOne(
  shared: Upload,
  media: PublicationMedia,
  kept: LinkedInUpload | undefined,
  save: (upload: LinkedInUpload) => Promise<void>,
): Promise<Step> {
  const begun = kept === undefined ? await initialize(shared, media) : { upload: kept };
  if ('failure' in begun) return begun;
  let { upload } = begun;
  if (kept === undefined) await save(upload);
  while (upload.doneAt === null) {
    const isResumed = upload === kept;
    const next =
      upload.parts.length > 0
        ? await putPart(shared, media, upload, isResumed)
        : await finalize(shared, upload, isResumed);
    if ('failure' in next) return next;
    upload = next.upload;
    await save(upload);
  }
  shared.meter.reached(media, media.sizeBytes);
  return { upload };
}

function initialize(shared: Upload, media: PublicationMedia): Promise<Step> {
  return media.kind === 'VIDEO' ? initializeVideo(shared, media) : initializeImage(shared, media);
}

async function initializeImage(shared: Upload, { sha256, sizeBytes }: PublicationMedia): Promise<Step> {
  const owner = shared.session.externalAccountId;
  const result = await start(shared, 'images', { owner });
  if ('failure' in result) return result;
  const { answer } = result;
  const value = isSuccess(answer) ? readAnswer(answer, imageStartedSchema)?.value : undefined;
  if (value === undefined) return { failure: linkedInFailure(shared.context, answer) };
  const { image: urn, uploadUrl: url } = value;
  const expiresAt = timeOf(value.uploadUrlExpiresAt);
  const parts = [{ url, start: 0, end: sizeBytes }];
  return { upload: { ...notBegun, kind: 'image', sha256, urn, expiresAt, parts } };
}

async function initializeVideo(shared: Upload, { sha256, sizeBytes }: PublicationMedia): Promise<Step> {
  const result = await start(shared, 'videos', {
    owner: shared.session.externalAccountId,
    fileSizeBytes: sizeBytes,
    uploadCaptions: false,
    uploadThumbnail: false,
  });
  if ('failure' in result) return result;
  const { answer } = result;
  const value = isSuccess(answer) ? readAnswer(answer, videoStartedSchema)?.value : undefined;
  if (value === undefined) return { failure: linkedInFailure(shared.context, answer) };
  const parts = value.uploadInstructions
    .map(({ uploadUrl: url, firstByte, lastByte }) => ({ url, start: firstByte, end: lastByte + 1 }))
    .sort((a, b) => a.start - b.start);
  const isWhole = parts.every(
    ({ start, end }, index) => start === (parts[index - 1]?.end ?? 0) && end > start,
  );
  if (!isWhole || parts.at(-1)?.end !== sizeBytes) return { failure: unreadable(answer) };
  const { video: urn, uploadToken } = value;
  const expiresAt = timeOf(value.uploadUrlsExpireAt);
  return { upload: { ...notBegun, kind: 'video', sha256, urn, expiresAt, parts, uploadToken } };
}

const notBegun = { partIds: [], uploadToken: '', doneAt: null };

function timeOf(unixMs: number | undefined): string | null {
  return unixMs === undefined || unixMs <= 0 ? null : new Date(unixMs).toISOString();
}

function start(shared: Upload, what: 'images' | 'videos', request: object) {
  return callLinkedIn(shared.context, shared.session, {
    method: 'POST',
    path: `/rest/${what}?action=initializeUpload`,
    body: { initializeUploadRequest: request },
    signal: shared.signal,
  });
}

async function putPart(
  shared: Upload,
  media: PublicationMedia,
  upload: LinkedInUpload,
  isResumed: boolean,
): Promise<Step> {
  const [part, ...parts] = upload.parts;
  if (part === undefined) return { upload };
  const { context, secrets, meter, signal } = shared;
  meter.reached(media, part.start);
  const isImage = upload.kind === 'image';
  const result = await callPlatform(
    context.safeFetch,
    {
      url: part.url,
      method: 'PUT',
      headers: {
        'content-type': isImage ? media.mime : 'application/octet-stream',
        ...(isImage && isOwnHost(shared, part.url) && { authorization: `Bearer ${shared.accessToken}` }),
      },
      body: meter.body(media, part),
      signal,
    },
    [...secrets, part.url],
  );
  if ('failure' in result) return result;
  const { answer } = result;
  if (!isSuccess(answer)) return { failure: partFailure(shared, upload, answer, isResumed) };
  if (isImage) return { upload: { ...upload, parts, doneAt: context.clock.now().toISOString() } };
  const partId = answer.headers['etag']?.replace(/^W\//, '').replaceAll('"', '');
  if (!partId) return { failure: unreadable(answer) };
  return { upload: { ...upload, parts, partIds: [...upload.partIds, partId] } };
}

/** The URL of an image requires the account's token, which goes only to LinkedIn's configured hosts. */
function isOwnHost({ context, session }: Upload, url: string): boolean {
  const own = [session.baseUrl, siteUrlOf(context, session)].map((known) => new URL(known).origin);
  return own.includes(new URL(url).origin);
}

/** Rejected bytes mean that the media are bad. If an earlier attempt started the upload, its URL has expired. */
function partFailure(
  { context }: Upload,
  { kind, partIds }: LinkedInUpload,
  answer: PlatformAnswer,
  isResumed: boolean,
): PlatformFailure {
  const failure = linkedInFailure(context, answer);
  const isImage = kind === 'image';
  if (failure.kind !== 'rejected' && failure.kind !== 'auth-expired') return failure;
  if (isImage && failure.kind === 'auth-expired') return failure;
  // A part carries no token, so a 401 or 403 is about its URL.
  const isNotAllowed = !isImage && (answer.status === 401 || answer.status === 403);
  return isResumed || partIds.length > 0 || isNotAllowed
    ? { kind: 'upload-again', message: failure.message }
    : mediaFailure(failure);
}

/** Ends a video's upload. An earlier attempt may have done so without a response. The video's state then shows it. */
async function finalize(shared: Upload, upload: LinkedInUpload, isResumed: boolean): Promise<Step> {
  const { context, session, signal } = shared;
  const { urn: video, uploadToken, partIds: uploadedPartIds } = upload;
  const ended: Step = { upload: { ...upload, doneAt: context.clock.now().toISOString() } };
  const result = await callLinkedIn(context, session, {
    method: 'POST',
    path: '/rest/videos?action=finalizeUpload',
    body: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } },
    signal,
  });
  if ('failure' in result) return result;
  if (isSuccess(result.answer)) return ended;
  const failure = linkedInFailure(context, result.answer);
  if (!isResumed || failure.kind !== 'rejected') return { failure };
  const status = await readStatus(context, session, upload, signal);
  switch (status.kind) {
    case 'ready':
    case 'pending':
      return ended;
    case 'rejected':
      return { failure: status };
    default:
      return { failure: { kind: 'upload-again', message: failure.message } };
  }
}
