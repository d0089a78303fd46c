/** Limits of the contract (docs/contract.md#limits) and our own, with the unit in each name. */
export const captionCharsMax = 10_000;
/** Of all texts of one request together, as UTF-16 units: captions, overrides, first comments, alt texts, options. */
export const textCharsPerRequestMax = 100_000;
export const targetsPerPostMax = 50;
export const mediaPerPostMax = 50;
/** Media by address in one request, those of targets included. */
export const mediaItemsPerRequestMax = 50;
/** How long a request may take to fetch all of them, and how long POST /media/from-url may take. */
export const mediaItemsMsMax = 2 * 60 * 1000;
export const mediaFromUrlMsMax = 15 * 60 * 1000;
export const clientReferenceIdCharsMax = 255;
export const clientReferenceWindowMs = 24 * 60 * 60 * 1000;
/** What a caller keeps with a post for itself. */
export const metadataEntriesMax = 20;
export const metadataKeyCharsMax = 40;
export const metadataValueCharsMax = 500;
/** Of a search in captions. */
export const searchTextCharsMin = 2;
export const searchTextCharsMax = 100;
/** How many posts a page of a search looks at; what it does not reach, the next page does. */
export const searchedPostsPerPageMax = 10_000;
export const rejectionReasonCharsMax = 1_000;
export const requestBodyBytesMax = 1024 * 1024;
/** Of a body that anybody may send: an e-mail address, a password, a token. */
export const anonymousBodyBytesMax = 8 * 1024;
/** Values in a body, those within others counted as well. A post with all that it may have stays below half of it. */
export const jsonNodesMax = 10_000;
export const jsonDepthMax = 32;
export const listLimitDefault = 25;
export const listLimitMax = 100;
/** How far ahead a post may be scheduled: five years, far below any timer's or column's range. */
export const scheduleAheadMsMax = 5 * 366 * 24 * 60 * 60 * 1000;
/** The least time between two tries of a first comment. */
export const firstCommentCooldownMs = 60_000;
/** How far back a reconnected account publishes again what had failed for its dead grant. */
export const reconnectionRetryMsMax = 7 * 24 * 60 * 60 * 1000;
/** Every publish run ends this long after its due time, with whatever is known then. */
export const publishDeadlineMs = 24 * 60 * 60 * 1000;
/** The same of a reply to a comment, for the conversation moves on. The sweep ends a lost one after a day, as a post. */
export const replyDeadlineMs = 60 * 60 * 1000;
/** A run that has waited until its deadline still makes the call that it has waited for. */
export const lateCallGraceMs = 60_000;
/** For what a run has under way at its deadline: two ladders of look-ups, the post's and its first comment's. */
export const publishDeadlineGraceMs = 60 * 60 * 1000;
/** How long the answer to an Idempotency-Key is kept, from its first use. */
export const idempotencyWindowMs = 24 * 60 * 60 * 1000;
/** A request that is gone without an answer holds its key no longer. Longer than media by address may take. */
export const idempotencyLockMs = mediaItemsMsMax + 30_000;
/** The same, for what may be under way for longer. */
export const idempotencyLockMsByOperation: Readonly<Record<string, number>> = {
  createMediaFromUrl: mediaFromUrlMsMax + 30_000,
};
