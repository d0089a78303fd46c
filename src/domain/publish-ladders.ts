import type { PublishGuarantee } from './platforms.js';

const second = 1000;
const minute = 60 * second;

/** The waits before each look-up after an ambiguous commit (ARCHITECTURE.md, "Publish"). */
export const lookupDelaysMs = [5 * second, 30 * second, 2 * minute, 10 * minute] as const;

/** How far a platform's clock and ours may differ. A look-up searches from this long before the attempt. */
export const lookupSlackMs = minute;

/**
 * A post that a look-up finds cannot come from an earlier attempt with the same text if that attempt is older than
 * this.
 */
export const twinAgeMsMax = 10 * minute;

/**
 * The number of look-ups in a row that must find nothing before a second commit is safe. A queryable platform may
 * still be working on the first call after 5 seconds. On a blind platform, absence proves nothing.
 */
export const absencesToCommitAgain: Record<PublishGuarantee, number> = {
  keyed: 1,
  queryable: 2,
  blind: Number.POSITIVE_INFINITY,
};

/** How many look-ups in a row must not find a post that the platform refused as a repeat. */
export const duplicateAbsencesMax = 2;

/** How long after its claim a publishing call may be sent. A worker that was frozen for longer sends nothing. */
export const sendWindowMs = 10 * second;
/**
 * A lost attempt must be this old before an absence proves anything, because its worker may still send. It is longer
 * than `sendWindowMs`, because the workers' clocks may differ, and shorter than the second look-up's 35 seconds.
 */
export const lostAttemptAgeMsMin = sendWindowMs + 15 * second;

/** The waits after a call that never reached the platform (DNS, refused, TLS). The last one repeats. */
export const unreachableDelaysMs = [2 * second, 10 * second, 30 * second, 2 * minute, 10 * minute] as const;

/** After this many calls that proved absent, the next one waits, as after calls that were never sent. */
export const absencesAtOnceMax = 2;

/** The waits between look-ups while the platform processes an accepted post. The last one repeats. */
export const processingDelaysMs = [
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
] as const;

/** The longest wait that a platform may request while it processes a post. */
export const processingWaitMsMax = 60 * minute;

/**
 * The shortest wait for a time or a turn. The clocks of the server and of the database differ, so without it an answer
 * "not yet" could cause a busy loop.
 */
export const turnWaitMsMin = 250;

/** The number of times that a publication is prepared before it fails. */
export const preparationsMax = 5;

/** The waits between readiness checks if the platform does not suggest one. The last one repeats. */
export const readinessDelaysMs = [1 * second, 2 * second, 5 * second, 15 * second, 60 * second] as const;

/** The number of times that the media of a target are uploaded before the target fails. */
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

/** The limits of a platform's Retry-After, so that Punctual neither calls in a loop nor waits beyond the deadline. */
export const retryAfterMsMin = 1 * second;
export const retryAfterMsMax = 60 * minute;
export const retryAfterMsDefault = 60 * second;

/**
 * The gaps between an account's calls after a rate limit: the first gap, the factor from one to the next, and the
 * smallest. Only one call is made in the first second, and still a thousand queued posts take only a minute.
 */
export const paceStepMsFirst = 1 * second;
export const paceStepShare = 0.85;
export const paceStepMsMin = 50;

/** Returns the wait at a position in a list of waits, of which the last one repeats. */
export function ladderDelayMs(ladder: readonly number[], step: number): number {
  return ladder[Math.min(step, ladder.length - 1)] ?? 0;
}

export function clampRetryAfterMs(retryAfterMs: number | undefined): number {
  if (retryAfterMs === undefined || !Number.isFinite(retryAfterMs)) return retryAfterMsDefault;
  return Math.min(Math.max(retryAfterMs, retryAfterMsMin), retryAfterMsMax);
}
