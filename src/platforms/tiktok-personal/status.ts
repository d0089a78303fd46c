import { z } from 'zod';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { TikTokSession } from '../kit/tiktok/login.js';
import { callTikTok, TikTokFailed } from './api.js';

const statusSchema = z.object({
  status: z.string(),
  fail_reason: z.string().optional(),
  /** In TikTok's spelling. Present only for a public post, after TikTok's review. */
  publicaly_available_post_id: z.array(z.coerce.string().regex(/^\d+$/)).default([]),
  uploaded_bytes: z.number().optional(),
});
export type PublishStatus = z.infer<typeof statusSchema>;

interface Asking {
  timeoutMs?: number;
}

/** Reads the status of a publication. TikTok allows 30 such calls a minute per account. */
export async function readStatus(
  session: TikTokSession,
  publishId: string,
  asking: Asking = {},
): Promise<PublishStatus> {
  const call = { path: '/v2/post/publish/status/fetch/', json: { publish_id: publishId }, ...asking };
  return callTikTok({ ...session, safeFetch: withWholeIds(session.safeFetch) }, call, statusSchema);
}

/** Makes strings of post ids in responses, because they are numbers too long for JavaScript. */
function withWholeIds(safeFetch: SafeFetch): SafeFetch {
  return async (request) => {
    const response = await safeFetch(request);
    const body = response.body.replace(/"publicaly_available_post_id"\s*:\s*\[[\d\s,]*\]/, (list) =>
      list.replaceAll(/\d+/g, '"$&"'),
    );
    return { ...response, body };
  };
}

/** The codes if TikTok does not know the id, or if it belongs to another app. */
const unknownIdCodes = ['invalid_publish_id', 'token_not_authorized_for_specified_publish_id'];

/** Reads the status of a publication. Returns null if TikTok does not know it. */
export async function readKnownStatus(
  session: TikTokSession,
  publishId: string,
): Promise<PublishStatus | null> {
  try {
    return await readStatus(session, publishId);
  } catch (error) {
    if (error instanceof TikTokFailed && unknownIdCodes.includes(error.code ?? '')) return null;
    throw error;
  }
}

const refusals: Readonly<Record<string, TargetErrorCode>> = {
  file_format_check_failed: 'MEDIA_REJECTED',
  duration_check_failed: 'MEDIA_REJECTED',
  frame_rate_check_failed: 'MEDIA_REJECTED',
  picture_size_check_failed: 'MEDIA_REJECTED',
  video_pull_failed: 'MEDIA_UNAVAILABLE',
  photo_pull_failed: 'MEDIA_UNAVAILABLE',
  internal: 'PLATFORM_UNAVAILABLE',
  auth_removed: 'PLATFORM_AUTH_FAILED',
  publish_cancelled: 'PLATFORM_REJECTED',
  spam_risk_too_many_posts: 'PLATFORM_QUOTA_EXCEEDED',
  spam_risk_user_banned_from_posting: 'POLICY_BLOCKED',
  spam_risk_text: 'POLICY_BLOCKED',
  spam_risk: 'POLICY_BLOCKED',
};

/** Reasons that are not about the post: another attempt may succeed, at once or when the cap allows it. */
const passing = new Set(['internal', 'video_pull_failed', 'photo_pull_failed', 'spam_risk_too_many_posts']);

export interface Refusal {
  code: TargetErrorCode;
  message: string;
  mayPass: boolean;
}

export function refusalOf({ fail_reason: reason = 'no reason given' }: PublishStatus): Refusal {
  return {
    code: refusals[reason] ?? 'PLATFORM_REJECTED',
    message: `TikTok could not publish it: ${reason.slice(0, 200)}`,
    mayPass: passing.has(reason),
  };
}

export const taken = {
  kind: 'ambiguous',
  message: 'TikTok has accepted the post and is processing it.',
} as const satisfies PlatformFailure;
