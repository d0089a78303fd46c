/** Limits of the contract (docs/contract.md#limits) and our own, with the unit in each name. */
export const captionCharsMax = 10_000;
/**
 * For all texts of one request together, in UTF-16 units: captions, overrides, first comments, alt texts,
 * options.
 */
export const textCharsPerRequestMax = 100_000;
export const targetsPerPostMax = 50;
export const mediaPerPostMax = 50;
/** Media by URL in one request, those of targets included. */
export const mediaItemsPerRequestMax = 50;
/** How long a request may take to fetch all of them, and how long POST /media/from-url may take. */
export const mediaItemsMsMax = 2 * 60 * 1000;
export const mediaFromUrlMsMax = 15 * 60 * 1000;
export const clientReferenceIdCharsMax = 255;
export const clientReferenceWindowMs = 24 * 60 * 60 * 1000;
/** For the metadata that a caller stores with a post. */
export const metadataEntriesMax = 20;
export const metadataKeyCharsMax = 40;
export const metadataValueCharsMax = 500;
/** For a search in captions. */
export const searchTextCharsMin = 2;
export const searchTextCharsMax = 100;
/** How many posts one page of a search looks at. The next page continues from there. */
export const searchedPostsPerPageMax = 10_000;
/** And how many bytes of their texts: comparing takes time with every character of text and of the search text. */
export const searchedTextBytesPerPageMax = 2 * 1024 * 1024;
/** How long the database may take for one page of a search, all statements together. */
export const searchMsMax = 1_500;
/** Searches of one process at a time, one for each user, so that the database's connections are left to others. */
export const searchesAtOnceMax = 2;
export const searchesWaitingMax = 100;
export const searchWaitMsMax = 5_000;
export const rejectionReasonCharsMax = 1_000;
export const requestBodyBytesMax = 1024 * 1024;
/** The URL to which a platform or the payment provider redirects a browser. */
export const returnUrlCharsMax = 2_000;
/** The limit for a body without a credential: an email address, a password, a token. */
export const anonymousBodyBytesMax = 8 * 1024;
/**
 * Values in a body, nested ones included. A post that has everything it may have stays below half of this.
 */
export const jsonNodesMax = 10_000;
export const jsonDepthMax = 32;
export const listLimitDefault = 25;
export const listLimitMax = 100;
/** How far ahead a post may be scheduled: five years, far below any timer's or column's range. */
export const scheduleAheadMsMax = 5 * 366 * 24 * 60 * 60 * 1000;
/** The least time between two tries of a first comment. */
export const firstCommentCooldownMs = 60_000;
/**
 * A reconnection publishes again what failed because of the dead grant, if it failed at most this long ago.
 */
export const reconnectionRetryMsMax = 7 * 24 * 60 * 60 * 1000;
/** A publish run gives up this long after its due time, with whatever is known then. */
export const publishDeadlineMs = 24 * 60 * 60 * 1000;
/**
 * The same for a reply to a comment, because the conversation moves on. The sweep ends a lost reply after a
 * day, like a post.
 */
export const replyDeadlineMs = 60 * 60 * 1000;
/** A run that has waited until its deadline still makes the call it waited for. */
export const lateCallGraceMs = 60_000;
/**
 * For what a run still does at its deadline: two series of look-ups, for the post and for its first comment.
 */
export const publishDeadlineGraceMs = 60 * 60 * 1000;
/** How long the response to an Idempotency-Key is kept, from the first use of the key. */
export const idempotencyWindowMs = 24 * 60 * 60 * 1000;
/** How long a request that was lost keeps its key. Longer than fetching media by URL may take. */
export const idempotencyLockMs = mediaItemsMsMax + 30_000;
/** The same for operations that may take longer. */
export const idempotencyLockMsByOperation: Readonly<Record<string, number>> = {
  createMediaFromUrl: mediaFromUrlMsMax + 30_000,
};
/** How often one signed upload URL takes a body, and of how many URLs a process keeps count. */
export const usesPerUploadUrlMax = 20;
export const uploadUrlsCountedMax = 10_000;

/** The limits of one workspace, whatever its plan. Each count costs the database or Temporal something. */
export const workspaceCountsMax = {
  socialAccounts: 5_000,
  /** Posts that wait for their time: each has a run of its own in Temporal. */
  waitingPosts: 200_000,
  mediaAssets: 100_000,
  /** Sessions for connecting accounts that have not ended, or that the platform refused at once. */
  openConnectSessions: 200,
} as const;
/**
 * The maximum number of runs of a post. Scheduling, moving or retrying it begins one each and adds timeline entries.
 * Restoring the database skips a thousand run numbers.
 */
export const runsPerPostMax = 10_000;
/** Revoked keys of a user whose rows stay. */
export const revokedApiKeysPerUserMax = 1_000;
