import { z } from 'zod';
import {
  isInconclusive,
  isSuccess,
  readAnswer,
  callPlatform,
  successOf,
  type PlatformAnswer,
} from '../kit/call.js';
import { PlatformFailed, type PlatformFailure } from '../kit/failure.js';
import type { PublicationMedia } from '../kit/platform.js';
import { read, type FacebookPage } from './api.js';
import { facebookFailure } from './failure.js';
import type { VideoUpload } from './media-state.js';
import type { VideoShape } from './options.js';
import type { FacebookUploading } from './uploading.js';
import { readVideo } from './video-status.js';

export const reelEdges = { reel: 'video_reels', 'video-story': 'video_stories' } as const;
type ReelShape = Exclude<VideoShape, 'film'>;

const startedSchema = z.object({ video_id: z.string().min(1), upload_url: z.string().optional() });
const sentSchema = z.object({ success: z.literal(true) });

/** Uploads a reel or a story: creates an empty video, then sends the bytes that Facebook does not have yet. */
export async function uploadReel(
  uploading: FacebookUploading,
  media: PublicationMedia,
  as: ReelShape,
  earlier: VideoUpload | undefined,
): Promise<VideoUpload> {
  if (earlier?.isComplete === true) return earlier;
  const begun =
    earlier === undefined ? await start(uploading, media, as) : await reached(uploading.page, media, earlier);
  await uploading.save(begun);
  if (begun.isComplete) return begun;
  const sent = await send(uploading, media, begun);
  await uploading.save(sent);
  return sent;
}

async function start(
  { page, signal }: FacebookUploading,
  media: PublicationMedia,
  as: ReelShape,
): Promise<VideoUpload> {
  const begun = await read(
    page,
    { path: [page.pageId, reelEdges[as]], method: 'POST', params: { upload_phase: 'start' }, signal },
    startedSchema,
  );
  const { video_id: videoId, upload_url: stated } = begun;
  return {
    as,
    sha256: media.sha256,
    videoId,
    sessionId: null,
    uploadUrl: addressOf(page, videoId, stated),
    sentBytes: 0,
    chunkEndByte: media.sizeBytes,
    chunkRefusals: 0,
    isComplete: false,
    startedAt: page.context.clock.now().toISOString(),
  };
}

/**
 * The URL for the bytes. They are sent with the token, so the URL must be on the configured host, whatever
 * the response says.
 */
function addressOf({ hosts, context }: FacebookPage, videoId: string, stated: string | undefined): string {
  if (stated?.startsWith(`${hosts.upload}/`) === true) return stated;
  return `${hosts.upload}/video-upload/${context.version}/${encodeURIComponent(videoId)}`;
}

/** Asks Facebook how many bytes an earlier attempt has sent. */
async function reached(
  page: FacebookPage,
  media: PublicationMedia,
  upload: VideoUpload,
): Promise<VideoUpload> {
  const video = await readVideo(page, upload.videoId);
  if (video.kind === 'missing' || video.isExpired) {
    throw new PlatformFailed({ kind: 'upload-again', message: video.message });
  }
  const sentBytes = Math.min(video.uploadedBytes ?? 0, media.sizeBytes);
  const isComplete = video.isUploaded || sentBytes === media.sizeBytes;
  return { ...upload, sentBytes: isComplete ? media.sizeBytes : sentBytes, isComplete };
}

async function send(
  { page, meter, signal }: FacebookUploading,
  media: PublicationMedia,
  upload: VideoUpload,
): Promise<VideoUpload> {
  const { sentBytes: start, uploadUrl, videoId } = upload;
  const end = media.sizeBytes;
  meter.reached(media, start);
  const answer = await callPlatform(
    page.context.safeFetch,
    {
      url: addressOf(page, videoId, uploadUrl ?? undefined),
      method: 'POST',
      headers: {
        authorization: `OAuth ${page.accessToken}`,
        offset: String(start),
        file_size: String(end),
        'content-type': 'application/octet-stream',
      },
      body: meter.body(media, { start, end }),
      signal,
    },
    page.secrets,
  );
  successOf(answer, sentSchema, (refusal) => uploadFailure(page, refusal));
  return { ...upload, sentBytes: end, isComplete: true };
}

/** The upload host has its own error format. */
const debugSchema = z.object({
  debug_info: z.object({
    type: z.string().optional(),
    message: z.string().optional(),
    retriable: z.boolean().optional(),
  }),
});

function uploadFailure(page: FacebookPage, answer: PlatformAnswer): PlatformFailure {
  const info = readAnswer(answer, debugSchema)?.debug_info;
  const isGeneral = info === undefined || isSuccess(answer) || answer.status === 429;
  if (isGeneral) return facebookFailure(answer, page.context.clock);
  const message = answer.say(info.message ?? info.type);
  if (isInconclusive(answer) || info.retriable === true) return { kind: 'ambiguous', message };
  const words = `${info.type ?? ''} ${info.message ?? ''}`;
  if (answer.status === 401 || /not ?authorized|access token|oauth/i.test(words)) {
    return { kind: 'auth-expired', message };
  }
  return /offset|partial|expired|not found/i.test(words)
    ? { kind: 'upload-again', message }
    : { kind: 'rejected', code: 'MEDIA_REJECTED', message };
}
