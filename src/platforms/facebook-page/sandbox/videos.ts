import { Readable } from 'node:stream';
import { z } from 'zod';
import { marksIn, readMarks } from '../../../sandbox/marks.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { joinMedia, processingMsOf, type Receiver } from '../../../sandbox/uploads.js';
import { platform } from './requests.js';

const videoBytesMax = 10_000_000_000;

const videoSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  as: z.enum(['film', 'reel', 'video-story']),
  sessionId: z.string().nullable(),
  /** The size of the file. Null until it is known. */
  sizeBytes: z.number().nullable(),
  sentBytes: z.number(),
  /** The sizes of the pieces, which are separate files. */
  pieces: z.array(z.number()),
  marks: z.string(),
  /** The time when processing ends. Null until the upload is complete. */
  readyAtMs: z.number().nullable(),
  /** The reason why the video cannot be shown. Null if there is none. */
  failure: z.string().nullable(),
  /** The data of the finish call. Null until that call. */
  finish: z
    .object({ text: z.string(), shown: z.record(z.string(), z.string()), publicAtMs: z.number() })
    .nullable(),
  refusal: z.string().nullable(),
});
export type StoredVideo = z.infer<typeof videoSchema>;

const keyOf = (id: string): string => `${platform} video ${id}`;
export const mediaIdOf = (id: string): string => `fb-${id}`;
const pieceName = (id: string, index: number): string => `fb-${id}-${index}`;

export function startVideo(
  store: SandboxStore,
  video: Pick<StoredVideo, 'accountId' | 'as' | 'sessionId' | 'sizeBytes'>,
): StoredVideo {
  const started: StoredVideo = {
    ...video,
    id: store.newNumericId(),
    sentBytes: 0,
    pieces: [],
    marks: '',
    readyAtMs: null,
    failure: null,
    finish: null,
    refusal: null,
  };
  saveVideo(store, started);
  return started;
}

export function saveVideo(store: SandboxStore, video: StoredVideo): void {
  store.setObject(keyOf(video.id), video);
}

/** Forgets a video that was deleted, so that it does not become public again. */
export function forgetVideo(store: SandboxStore, id: string): void {
  store.setObject(keyOf(id), null);
}

export function videoById(store: SandboxStore, id: string): StoredVideo | undefined {
  return videoSchema.safeParse(store.object(keyOf(id))).data;
}

/** Stores a piece at once, so that the piece is kept if the connection breaks later. */
export async function addPiece(receiver: Receiver, video: StoredVideo, bytes: Buffer): Promise<StoredVideo> {
  const { files, store } = receiver.uploads;
  await files.receive(pieceName(video.id, video.pieces.length), Readable.from([bytes]), videoBytesMax);
  const longer: StoredVideo = {
    ...video,
    pieces: [...video.pieces, bytes.length],
    sentBytes: video.sentBytes + bytes.length,
    marks: marksIn(`${video.marks} ${bytes.toString('latin1')}`),
  };
  saveVideo(store, longer);
  return longer.sentBytes === longer.sizeBytes ? complete(receiver, longer) : longer;
}

async function complete(receiver: Receiver, video: StoredVideo): Promise<StoredVideo> {
  const { store } = receiver.uploads;
  const { id, accountId } = video;
  const pieces = video.pieces.map((_, index) => pieceName(id, index));
  const media = await joinMedia(receiver, { id: mediaIdOf(id), accountId }, pieces, videoBytesMax);
  const marks = readMarks(video.marks);
  const isVideo = media?.kind === 'VIDEO';
  const done: StoredVideo = {
    ...video,
    readyAtMs: store.now().getTime() + processingMsOf(store, 'VIDEO', marks),
    failure: isVideo && !marks.has('processing-failed') ? null : 'The sandbox could not process the video.',
  };
  saveVideo(store, done);
  return done;
}

/** Publishes a finished video once it is due. Call this before returning anything about the video. */
export function settleVideo(store: SandboxStore, video: StoredVideo): void {
  const { accountId, finish, failure, refusal, id, as, readyAtMs } = video;
  if (finish === null || failure !== null || refusal !== null || readyAtMs === null) return;
  if (store.now().getTime() < finish.publicAtMs || store.find(platform, id) !== undefined) return;
  store.publish({
    platform,
    accountId,
    externalPostId: id,
    text: as === 'video-story' ? '' : finish.text,
    extra: { kind: as, videoId: id },
    media: [{ mediaId: mediaIdOf(id), altText: null }],
    shown: finish.shown,
  });
}

/** The status of a video, as a GET returns it. */
export function statusOf(store: SandboxStore, video: StoredVideo): object {
  const nowMs = store.now().getTime();
  const { readyAtMs, finish, failure, refusal, sentBytes } = video;
  const isUploaded = readyAtMs !== null;
  const isProcessed = isUploaded && readyAtMs <= nowMs;
  const isPublic = store.find(platform, video.id) !== undefined;
  const isOver = finish !== null && finish.publicAtMs <= nowMs;
  const hasFailed = isProcessed && failure !== null;
  const isRefused = isOver && refusal !== null;
  const isWorkedOn = (isUploaded && !isProcessed) || (finish !== null && !isOver);
  const processing = hasFailed
    ? { status: 'error', errors: [{ code: 1_363_008, message: failure }] }
    : { status: isWorkedOn ? 'in_progress' : isUploaded ? 'complete' : 'not_started' };
  const publishing = isRefused
    ? { status: 'error', errors: [{ code: 1_404_102, message: refusal }] }
    : isPublic
      ? { status: 'complete', publish_status: 'published', publish_time: Math.floor(nowMs / 1000) }
      : { status: 'not_started' };
  const whole =
    hasFailed || isRefused ? 'error' : isPublic ? 'ready' : isWorkedOn ? 'processing' : 'upload_complete';
  return {
    video_status: isUploaded ? whole : 'processing',
    uploading_phase: isUploaded
      ? { status: 'complete' }
      : { status: sentBytes > 0 ? 'in_progress' : 'not_started', bytes_transfered: sentBytes },
    processing_phase: processing,
    publishing_phase: publishing,
  };
}
