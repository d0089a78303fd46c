/** Bounds of the contract and of our own, with the unit in each name. */
export const captionCharsMax = 10_000;
export const targetsPerPostMax = 50;
export const mediaPerPostMax = 50;
export const clientReferenceIdCharsMax = 255;
export const clientReferenceWindowMs = 24 * 60 * 60 * 1000;
export const rejectionReasonCharsMax = 1_000;
export const requestBodyBytesMax = 1024 * 1024;
export const listLimitDefault = 25;
export const listLimitMax = 100;
/** How far ahead a post may be scheduled: two years, far below any timer's or column's range. */
export const scheduleAheadMsMax = 2 * 366 * 24 * 60 * 60 * 1000;
/** Between two tries of a first comment (decisions table, "first-comment cooldown"). */
export const firstCommentCooldownMs = 60_000;
/** How far back a reconnected account publishes again what had failed for its dead grant. */
export const reconnectionRetryMsMax = 7 * 24 * 60 * 60 * 1000;
/** Every publish run ends this long after its due time, with whatever is known then. */
export const publishDeadlineMs = 24 * 60 * 60 * 1000;
/** For what a run has under way at its deadline: two ladders of look-ups, the post's and its first comment's. */
export const publishDeadlineGraceMs = 60 * 60 * 1000;
/** How long the answer to an Idempotency-Key is kept, from its first use. */
export const idempotencyWindowMs = 24 * 60 * 60 * 1000;
/** A request that is gone without an answer holds its key no longer; no request takes that long. */
export const idempotencyLockMs = 120_000;
