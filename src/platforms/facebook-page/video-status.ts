import { z } from 'zod';
import { readSuccess } from '../kit/call.js';
import { isMissingObject } from '../kit/meta/graph-api.js';
import { PlatformFailed } from '../kit/failure.js';
import { call, type FacebookPage } from './api.js';
import { facebookFailure } from './failure.js';

const phaseSchema = z
  .object({
    status: z.string().optional(),
    publish_status: z.string().optional(),
    // Facebook's documentation has both spellings.
    bytes_transferred: z.coerce.number().int().min(0).optional(),
    bytes_transfered: z.coerce.number().int().min(0).optional(),
    error: z.object({ message: z.string().optional() }).optional(),
    errors: z.array(z.object({ message: z.string().optional() })).optional(),
  })
  .optional();

const videoSchema = z.object({
  id: z.string().optional(),
  permalink_url: z.string().optional(),
  status: z
    .object({
      video_status: z.string().optional(),
      uploading_phase: phaseSchema,
      processing_phase: phaseSchema,
      publishing_phase: phaseSchema,
    })
    .optional(),
});
type Phase = z.infer<typeof phaseSchema>;

/** Facebook's report about a video. */
export interface VideoState {
  kind: 'status';
  permalink: string | null;
  /** The status in words, for the timeline. */
  message: string;
  isUploaded: boolean;
  /** The bytes that Facebook has received. Null if unknown. */
  uploadedBytes: number | null;
  isExpired: boolean;
  /** The phase that failed. Null if none has failed. */
  failedIn: 'upload' | 'processing' | 'publishing' | null;
  isProcessing: boolean;
  isPublishing: boolean;
  /** Facebook reports no phases for this video, only one overall status. */
  isUnphased: boolean;
  isPublished: boolean;
  /** The video may become public without another call. */
  isOpen: boolean;
}

export async function readVideo(
  page: FacebookPage,
  videoId: string,
  timeoutMs?: number,
): Promise<VideoState | { kind: 'missing'; message: string }> {
  const answer = await call(page, {
    path: [videoId],
    method: 'GET',
    params: { fields: 'status,permalink_url' },
    timeoutMs,
  });
  const video = readSuccess(answer, videoSchema);
  if (video?.status !== undefined) {
    return stateOf(video.status, video.permalink_url ?? null, (text) => answer.say(text));
  }
  const failure = facebookFailure(answer, page.context.clock);
  if (!isMissingObject(answer)) throw new PlatformFailed(failure);
  return { kind: 'missing', message: failure.message };
}

function stateOf(
  status: NonNullable<z.infer<typeof videoSchema>['status']>,
  permalink: string | null,
  say: (text: string) => string,
): VideoState {
  const { video_status: whole, uploading_phase: uploading, processing_phase: processing } = status;
  const publishing = status.publishing_phase;
  const failedIn = failedPhase(status);
  const reason = [uploading, processing, publishing].flatMap(wordsOf).join(' ');
  const isHeldBack = ['draft', 'scheduled'].includes(publishing?.publish_status?.toLowerCase() ?? '');
  // Videos that are not reels may have no phases.
  const isReady = whole === 'ready' && publishing === undefined;
  const isProcessing = processing?.status === 'in_progress';
  const isPublishing = publishing?.status === 'in_progress';
  return {
    kind: 'status',
    permalink,
    message: say(
      `Facebook reports this status for the video: ${whole ?? 'no status'}${reason === '' ? '' : `: ${reason}`}.`,
    ),
    isUploaded: uploading?.status === 'complete' || whole === 'upload_complete',
    uploadedBytes: uploading?.bytes_transferred ?? uploading?.bytes_transfered ?? null,
    isExpired: whole === 'expired',
    failedIn,
    isProcessing,
    isPublishing,
    isUnphased: uploading === undefined && processing === undefined && publishing === undefined,
    isOpen: failedIn === null && (whole === 'processing' || isProcessing || isPublishing),
    isPublished: failedIn === null && !isHeldBack && (publishing?.status === 'complete' || isReady),
  };
}

function failedPhase(status: NonNullable<z.infer<typeof videoSchema>['status']>): VideoState['failedIn'] {
  const { publishing_phase: publishing, processing_phase: processing, uploading_phase: uploading } = status;
  if (hasFailed(processing)) return 'processing';
  if (hasFailed(publishing)) return 'publishing';
  if (hasFailed(uploading)) return 'upload';
  return status.video_status === 'error' ? 'processing' : null;
}

function hasFailed(phase: Phase): boolean {
  return phase?.status === 'error' || (phase?.errors ?? []).length > 0 || phase?.error !== undefined;
}

function wordsOf(phase: Phase): string[] {
  return [...(phase?.errors ?? []), ...(phase?.error === undefined ? [] : [phase.error])].flatMap(
    ({ message }) => message ?? [],
  );
}
