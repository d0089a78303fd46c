import { z } from 'zod';
import type { TargetErrorCode } from '../../domain/target-errors.js';

const lenient = z.string().optional().catch(undefined);

/** The `status` of a video resource. */
export const statusSchema = z.object({
  uploadStatus: lenient,
  failureReason: lenient,
  rejectionReason: lenient,
  privacyStatus: lenient,
});
export type VideoStatus = z.infer<typeof statusSchema>;

interface Refusal {
  kind: 'refused';
  code: TargetErrorCode;
  message: string;
}

/** Reasons that are about the video itself. All other reasons are about the platform's policy. */
const videoReasons = new Set(['duplicate', 'length']);

/** The rejection of a video that was fully uploaded. Null if YouTube has not rejected it. */
export function verdictOf(status: VideoStatus | undefined): Refusal | null {
  switch (status?.uploadStatus) {
    case 'failed': {
      const message = `YouTube could not process the video: ${status.failureReason ?? 'no reason given'}.`;
      return { kind: 'refused', code: 'MEDIA_REJECTED', message };
    }
    case 'rejected': {
      const { rejectionReason = 'no reason given' } = status;
      const code = videoReasons.has(rejectionReason) ? 'MEDIA_REJECTED' : 'POLICY_BLOCKED';
      return { kind: 'refused', code, message: `YouTube has rejected the video: ${rejectionReason}.` };
    }
    default:
      return null;
  }
}
