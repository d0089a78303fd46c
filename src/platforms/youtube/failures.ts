import { z } from 'zod';
import type { Clock } from '../../clock.js';
import { retryAfterMs } from '../../domain/retry-after.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import { isInconclusive, isSuccess, readAnswer, unreadable, type PlatformAnswer } from '../kit/call.js';
import type { PlatformFailure } from '../kit/failure.js';
import { msUntilMidnight } from './midnight.js';

/** The time zone in which Google's days start. */
export const quotaTimeZone = 'America/Los_Angeles';

const errorSchema = z.object({
  error: z.object({
    message: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional(), message: z.string().optional() })).optional(),
  }),
});

/** The reasons for used-up quotas: our app's daily units, and the channel's own limit on videos. */
const quotaReasons = new Set(['quotaExceeded', 'dailyLimitExceeded', 'uploadLimitExceeded']);
const rateReasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'uploadRateLimitExceeded']);
/** Google's newer quotas, such as "Video Uploads per day", use the status and reason of a rate limit. Only the text differs. */
const dailyWords = /\bper day\b/i;
/** The reasons for errors on Google's side, with any status. */
const transientReasons = new Set(['backendError', 'internalError']);

const codes: Readonly<Record<string, TargetErrorCode>> = {
  // The account has no channel, or may not act for this channel. A new token would not help.
  youtubeSignupRequired: 'PERMISSION_MISSING',
  insufficientPermissions: 'PERMISSION_MISSING',
  accountDelegationForbidden: 'PERMISSION_MISSING',
  ineligibleAccount: 'PERMISSION_MISSING',
  authenticatedUserAccountSuspended: 'POLICY_BLOCKED',
  commentsDisabled: 'COMMENTS_DISABLED',
  invalidCategoryId: 'CHOICE_NOT_AVAILABLE',
  playlistNotFound: 'CHOICE_NOT_AVAILABLE',
};

/** Google's own code for the error; undefined if it has none. */
export function reasonOf(answer: PlatformAnswer): string | undefined {
  return readAnswer(answer, errorSchema)?.error.errors?.[0]?.reason;
}

/** Converts an error response, of any call, to a failure. The reason is more specific than the status. */
export function youTubeFailure(answer: PlatformAnswer, clock: Clock): PlatformFailure {
  if (isSuccess(answer)) return unreadable(answer);
  const error = readAnswer(answer, errorSchema)?.error;
  const { reason = '', message: words } = error?.errors?.[0] ?? {};
  const message = answer.say(error?.message ?? words ?? (reason || undefined));
  if (quotaReasons.has(reason)) return quotaFailure(clock, message);
  if (rateReasons.has(reason) || answer.status === 429) {
    if (dailyWords.test(error?.message ?? words ?? '')) return quotaFailure(clock, message);
    return { kind: 'rate-limited', retryAfterMs: retryAfterMs(answer.headers, clock.now()), message };
  }
  if (reason === 'authenticatedUserAccountClosed') return { kind: 'auth-revoked', message };
  const code = codes[reason];
  if (code !== undefined) return { kind: 'rejected', code, message };
  if (answer.status === 401) return { kind: 'auth-expired', message };
  if (isInconclusive(answer) || transientReasons.has(reason)) return { kind: 'ambiguous', message };
  return { kind: 'rejected', code: 'PLATFORM_REJECTED', message };
}

function quotaFailure(clock: Clock, message: string): PlatformFailure {
  const waitMs = msUntilMidnight(clock.now(), quotaTimeZone);
  return { kind: 'rate-limited', retryAfterMs: waitMs, message, code: 'PLATFORM_QUOTA_EXCEEDED' };
}
