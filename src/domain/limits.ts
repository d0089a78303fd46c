/** Bounds of the contract and of our own, with the unit in each name. */
export const captionCharsMax = 10_000;
export const targetsPerPostMax = 50;
export const mediaPerPostMax = 50;
/** Media by address in one request, those of targets included. */
export const mediaItemsPerRequestMax = 50;
/** How long a request may take to fetch all of them, and how long POST /media/from-url may take. */
export const mediaItemsMsMax = 2 * 60 * 1000;
export const mediaFromUrlMsMax = 15 * 60 * 1000;
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
/** How long the answer to an Idempotency-Key is kept, from its first use. */
export const idempotencyWindowMs = 24 * 60 * 60 * 1000;
/** A request that is gone without an answer holds its key no longer. Longer than media by address may take. */
export const idempotencyLockMs = mediaItemsMsMax + 30_000;
