import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { isSuccess, callPlatform, successOf, unreadable, type PlatformAnswer } from '../kit/call.js';
import { createUploadMeter, uploadInOrder, mediaFailure, type UploadMeter } from '../kit/media-upload.js';
import { onFailure, PlatformFailed, type PlatformFailure } from '../kit/failure.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../kit/platform.js';
import { callLinkedIn, linkedInFailure, siteUrlOf, type LinkedInSession } from './api.js';
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
const documentStartedSchema = z.object({
  value: z.object({
    document: z.string().startsWith('urn:li:document:'),
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
  session: LinkedInSession;
  meter: UploadMeter;
  signal: AbortSignal;
}

/**
 * Uploads an image or document in one piece, and a video in the parts that LinkedIn asks for. Another process can continue after
 * the last confirmed part.
 */
export async function uploadToLinkedIn(
  session: LinkedInSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const items = itemsOf(publication);
  const meter = createUploadMeter({ ...publication, media: items }, run);
  const shared: Upload = { session, meter, signal: run.signal };
  const now = session.clock.now();
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
): Promise<LinkedInUpload> {
  let upload = kept ?? (await initialize(shared, media));
  if (kept === undefined) await save(upload);
  while (upload.doneAt === null) {
    const isResumed = upload === kept;
    upload =
      upload.parts.length > 0
        ? await putPart(shared, media, upload, isResumed)
        : await finalize(shared, upload, isResumed);
    await save(upload);
  }
  shared.meter.reached(media, media.sizeBytes);
  return upload;
}

function initialize(shared: Upload, media: PublicationMedia): Promise<LinkedInUpload> {
  switch (media.kind) {
    case 'VIDEO':
      return initializeVideo(shared, media);
    case 'DOCUMENT':
      return initializeDocument(shared, media);
    default:
      return initializeImage(shared, media);
  }
}

async function initializeImage(shared: Upload, media: PublicationMedia): Promise<LinkedInUpload> {
  const answer = await start(shared, 'images', { owner: shared.session.externalAccountId });
  const { value } = successOf(answer, imageStartedSchema, (refusal) =>
    linkedInFailure(shared.session, refusal),
  );
  return inOnePiece('image', value.image, media, value);
}

async function initializeDocument(shared: Upload, media: PublicationMedia): Promise<LinkedInUpload> {
  const answer = await start(shared, 'documents', { owner: shared.session.externalAccountId });
  const { value } = successOf(answer, documentStartedSchema, (refusal) =>
    linkedInFailure(shared.session, refusal),
  );
  return inOnePiece('document', value.document, media, value);
}

function inOnePiece(
  kind: 'image' | 'document',
  urn: string,
  { sha256, sizeBytes }: PublicationMedia,
  { uploadUrl: url, uploadUrlExpiresAt }: { uploadUrl: string; uploadUrlExpiresAt?: number | undefined },
): LinkedInUpload {
  const parts = [{ url, start: 0, end: sizeBytes }];
  return { ...notBegun, kind, sha256, urn, expiresAt: timeOf(uploadUrlExpiresAt), parts };
}

async function initializeVideo(
  shared: Upload,
  { sha256, sizeBytes }: PublicationMedia,
): Promise<LinkedInUpload> {
  const answer = await start(shared, 'videos', {
    owner: shared.session.externalAccountId,
    fileSizeBytes: sizeBytes,
    uploadCaptions: false,
    uploadThumbnail: false,
  });
  const { value } = successOf(answer, videoStartedSchema, (refusal) =>
    linkedInFailure(shared.session, refusal),
  );
  const parts = value.uploadInstructions
    .map(({ uploadUrl: url, firstByte, lastByte }) => ({ url, start: firstByte, end: lastByte + 1 }))
    .sort((a, b) => a.start - b.start);
  const isWhole = parts.every(
    ({ start, end }, index) => start === (parts[index - 1]?.end ?? 0) && end > start,
  );
  if (!isWhole || parts.at(-1)?.end !== sizeBytes) throw new PlatformFailed(unreadable(answer));
  const { video: urn, uploadToken } = value;
  const expiresAt = timeOf(value.uploadUrlsExpireAt);
  return { ...notBegun, kind: 'video', sha256, urn, expiresAt, parts, uploadToken };
}

const notBegun = { partIds: [], uploadToken: '', doneAt: null };

function timeOf(unixMs: number | undefined): string | null {
  return unixMs === undefined || unixMs <= 0 ? null : new Date(unixMs).toISOString();
}

function start(shared: Upload, what: 'images' | 'videos' | 'documents', request: object) {
  return callLinkedIn(shared.session, {
    method: 'POST',
    path: `/rest/${what}?action=initializeUpload`,
    json: { initializeUploadRequest: request },
    signal: shared.signal,
  });
}

async function putPart(
  shared: Upload,
  media: PublicationMedia,
  upload: LinkedInUpload,
  isResumed: boolean,
): Promise<LinkedInUpload> {
  const [part, ...parts] = upload.parts;
  if (part === undefined) return upload;
  const { session, meter, signal } = shared;
  meter.reached(media, part.start);
  const isWhole = upload.kind !== 'video';
  const answer = await callPlatform(
    session.safeFetch,
    {
      url: part.url,
      method: 'PUT',
      headers: {
        'content-type': isWhole ? media.mime : 'application/octet-stream',
        ...(isWhole &&
          isOwnHost(shared, part.url) && { authorization: `Bearer ${session.credentials.accessToken}` }),
      },
      body: meter.body(media, part),
      signal,
    },
    [...session.secrets, part.url],
  );
  if (!isSuccess(answer)) throw new PlatformFailed(partFailure(shared, upload, answer, isResumed));
  if (isWhole) return { ...upload, parts, doneAt: session.clock.now().toISOString() };
  const partId = answer.headers['etag']?.replace(/^W\//, '').replaceAll('"', '');
  if (!partId) throw new PlatformFailed(unreadable(answer));
  return { ...upload, parts, partIds: [...upload.partIds, partId] };
}

/**
 * Whether a URL is on one of LinkedIn's configured hosts. The URL for an image or a document requires the account's
 * token, which goes nowhere else.
 */
function isOwnHost({ session }: Upload, url: string): boolean {
  const own = [session.baseUrl, siteUrlOf(session.settings, session)].map((known) => new URL(known).origin);
  return own.includes(new URL(url).origin);
}

/**
 * The failure if bytes are rejected: the media are bad, or, if an earlier attempt started the upload, its URL
 * has expired.
 */
function partFailure(
  { session }: Upload,
  { kind, partIds }: LinkedInUpload,
  answer: PlatformAnswer,
  isResumed: boolean,
): PlatformFailure {
  const failure = linkedInFailure(session, answer);
  const isWhole = kind !== 'video';
  if (failure.kind !== 'rejected' && failure.kind !== 'auth-expired') return failure;
  if (isWhole && failure.kind === 'auth-expired') return failure;
  // A part is sent without a token, so a 401 or 403 is about its URL.
  const isNotAllowed = !isWhole && (answer.status === 401 || answer.status === 403);
  return isResumed || partIds.length > 0 || isNotAllowed
    ? { kind: 'upload-again', message: failure.message }
    : mediaFailure(failure);
}

/**
 * Ends a video's upload. An earlier attempt may have done so and lost the response; the video's state then shows it.
 */
async function finalize(shared: Upload, upload: LinkedInUpload, isResumed: boolean): Promise<LinkedInUpload> {
  const { session, signal } = shared;
  const { urn: video, uploadToken, partIds: uploadedPartIds } = upload;
  const ended: LinkedInUpload = { ...upload, doneAt: session.clock.now().toISOString() };
  const answer = await callLinkedIn(session, {
    method: 'POST',
    path: '/rest/videos?action=finalizeUpload',
    json: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } },
    signal,
  });
  if (isSuccess(answer)) return ended;
  const failure = linkedInFailure(session, answer);
  if (!isResumed || failure.kind !== 'rejected') throw new PlatformFailed(failure);
  const status = await onFailure(readStatus(session, upload, signal), (unread) => unread);
  switch (status.kind) {
    case 'ready':
    case 'pending':
      return ended;
    case 'rejected':
      throw new PlatformFailed(status);
    default:
      throw new PlatformFailed({ kind: 'upload-again', message: failure.message });
  }
}
