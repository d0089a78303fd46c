import type { PublishGuarantee } from './platforms.js';

const second = 1000;
const minute = 60 * second;

/** Waits before each look-up after an ambiguous commit (architecture, "Publish", 4). */
export const lookupDelaysMs = [5 * second, 30 * second, 2 * minute, 10 * minute] as const;

/** A platform's clock and ours may differ by this much: a look-up searches from this long before the attempt on. */
export const lookupSlackMs = minute;

/** An earlier call of the same text than this cannot have made public what a look-up finds. */
export const twinAgeMsMax = 10 * minute;

/**
 * How many look-ups in a row must answer "absent" before a second commit is safe. A queryable platform may
 * still be working on the first one at 5 s; on a blind platform absence proves nothing, so it never is.
 */
export const absencesToCommitAgain: Record<PublishGuarantee, number> = {
  keyed: 1,
  queryable: 2,
  blind: Number.POSITIVE_INFINITY,
};

/** How long after its claim a publishing call may begin to be sent. A worker that was frozen for longer sends nothing. */
export const sendWindowMs = 10 * second;
/**
 * Before a lost attempt is this old, absence proves nothing: whoever claimed it may be about to send. The rest of it
 * is how far the clocks of two workers may differ. The second look-up, at 35 s at least, comes later anyway.
 */
export const lostAttemptAgeMsMin = sendWindowMs + 15 * second;

/** Waits after a call that provably never reached the platform (DNS, refused, TLS). The last repeats. */
export const unreachableDelaysMs = [2 * second, 10 * second, 30 * second, 2 * minute, 10 * minute] as const;

/** After how many calls that proved absent there is a wait before the next one, as after calls that were never sent. */
export const absencesAtOnceMax = 2;

/** Waits between look-ups while the platform works on what it has accepted. The last repeats. */
export const processingDelaysMs = [
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
] as const;

/** Waits between readiness checks of a container when the platform names none. The last repeats. */
export const readinessDelaysMs = [1 * second, 2 * second, 5 * second, 15 * second, 60 * second] as const;

/** How often the media of a post may have to be brought to a platform again before that is called a failure. */
export const uploadsMax = 6;
const uploadBaseMs = 10 * minute;
const uploadBytesPerMsMin = 64;

/**
 * How long one try at an upload may take, at half a megabit a second. One that is cut off loses nothing: the next goes
 * on where it was.
 */
export function uploadTimeoutMs(bytes: number): number {
  return uploadBaseMs + Math.ceil(bytes / uploadBytesPerMsMin);
}

/** Bounds on a platform's Retry-After: never a busy loop, never beyond the run's own deadline of a day. */
export const retryAfterMsMin = 1 * second;
export const retryAfterMsMax = 60 * minute;
export const retryAfterMsDefault = 60 * second;

/**
 * Distances between the calls of an account after a rate limit: the first, what each is of the one before, and the
 * last. Thousand posts in the queue then take a minute instead of a quarter of an hour, and the first second only one.
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
