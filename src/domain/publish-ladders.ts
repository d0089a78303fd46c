import type { PublishGuarantee } from './platforms.js';

const second = 1000;
const minute = 60 * second;

/** The waits before each look-up after an ambiguous commit (ARCHITECTURE.md, "Publish"). */
export const lookupDelaysMs = [5 * second, 30 * second, 2 * minute, 10 * minute] as const;

/** How far a platform's clock and ours may differ. A look-up searches from this long before the attempt. */
export const lookupSlackMs = minute;

/**
 * If a look-up finds a post, an earlier call with the same text cannot have made it if that call is older
 * than this.
 */
export const twinAgeMsMax = 10 * minute;

/**
 * How many look-ups in a row must answer "absent" before a second commit is safe. A queryable platform may still
 * be working on the first call after 5 seconds. On a blind platform absence proves nothing, so a second commit
 * never is.
 */
export const absencesToCommitAgain: Record<PublishGuarantee, number> = {
  keyed: 1,
  queryable: 2,
  blind: Number.POSITIVE_INFINITY,
};

/** How long after its claim a publishing call may be sent. A worker that was frozen for longer sends nothing. */
export const sendWindowMs = 10 * second;
/**
 * Absence proves nothing before a lost attempt is this old, because its worker may be about to send. The
 * difference to the limit above covers clocks that differ between workers. The second look-up, at 35 seconds,
 * always comes later.
 */
export const lostAttemptAgeMsMin = sendWindowMs + 15 * second;

/** The waits after a call that never reached the platform (DNS, refused, TLS). The last one repeats. */
export const unreachableDelaysMs = [2 * second, 10 * second, 30 * second, 2 * minute, 10 * minute] as const;

/** After this many calls that proved absent, the next one waits, as after calls that were never sent. */
export const absencesAtOnceMax = 2;

/** The waits between look-ups while the platform processes what it accepted. The last one repeats. */
export const processingDelaysMs = [
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
] as const;

/** The waits between readiness checks if the platform names none. The last one repeats. */
export const readinessDelaysMs = [1 * second, 2 * second, 5 * second, 15 * second, 60 * second] as const;

/** How many times the media of a post may have to be uploaded again before the target fails. */
export const uploadsMax = 6;
const uploadBaseMs = 10 * minute;
const uploadBytesPerMsMin = 64;

/**
 * How long one upload try may take, at half a megabit per second. A try that is cut off loses nothing: the next
 * one resumes.
 */
export function uploadTimeoutMs(bytes: number): number {
  return uploadBaseMs + Math.ceil(bytes / uploadBytesPerMsMin);
}

/** The limits of a platform's Retry-After: never a busy loop, never beyond the run's deadline of a day. */
export const retryAfterMsMin = 1 * second;
export const retryAfterMsMax = 60 * minute;
export const retryAfterMsDefault = 60 * second;

/**
 * The gaps between an account's calls after a rate limit: the first gap, the factor from one to the next, and
 * the smallest gap. A thousand queued posts then take a minute instead of a quarter of an hour, and the first
 * second still has only one call.
 */
export const paceStepMsFirst = 1 * second;
export const paceStepShare = 0.85;
export const paceStepMsMin = 50;

/** The delay at a step of a ladder whose last step repeats. */
export function ladderDelayMs(ladder: readonly number[], step: number): number {
  return ladder[Math.min(step, ladder.length - 1)] ?? 0;
}

export function clampRetryAfterMs(retryAfterMs: number | undefined): number {
  if (retryAfterMs === undefined || !Number.isFinite(retryAfterMs)) return retryAfterMsDefault;
  return Math.min(Math.max(retryAfterMs, retryAfterMsMin), retryAfterMsMax);
}
