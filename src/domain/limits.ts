/** Limits of the contract (docs/contract.md#limits) and our own, with the unit in each name. */
export const captionCharsMax = 10_000;
/**
 * The total length of all texts in one request, in UTF-16 units: captions, overrides, first comments, alt texts and
 * options.
 */
export const textCharsPerRequestMax = 100_000;
export const targetsPerPostMax = 50;
/** The further parts of a post, after the first. */
export const partsPerPostMax = 24;
export const mediaPerPostMax = 50;
/** The number of media by URL in one request, including those of targets. */
export const mediaItemsPerRequestMax = 50;
/** The time in which a request must fetch all of its media by URL, and the time that POST /media/from-url has. */
export const mediaItemsMsMax = 2 * 60 * 1000;
export const mediaFromUrlMsMax = 15 * 60 * 1000;
export const clientReferenceIdCharsMax = 255;
export const clientReferenceWindowMs = 24 * 60 * 60 * 1000;
/** How close two posts with the same text are if the second is reported, and how many posts are compared. */
export const repeatedTextMsMax = 24 * 60 * 60 * 1000;
export const repeatedTextPostsMax = 100;
/** Limits of the metadata that a caller stores with a post. */
export const metadataEntriesMax = 20;
export const metadataKeyCharsMax = 40;
export const metadataValueCharsMax = 500;
/** Limits of the text for a search in captions. */
export const searchTextCharsMin = 2;
export const searchTextCharsMax = 100;
/** The length of the name that is searched for on a platform. */
export const choiceQueryCharsMax = 100;
/** How many posts one page of a search reads. The next page continues after them. */
export const searchedPostsPerPageMax = 10_000;
/** The bytes of captions that one page of a search examines, because long captions take longer to compare. */
export const searchedTextBytesPerPageMax = 2 * 1024 * 1024;
/** How long all statements for one page of a search may take together. */
export const searchMsMax = 1_500;
/** The number of searches that a process runs at a time, one for each user, to keep database connections free. */
export const searchesAtOnceMax = 2;
export const searchesWaitingMax = 100;
export const searchWaitMsMax = 5_000;
/**
 * The number of posts that one request changes, and how many of them at the same time, to keep database connections
 * free.
 */
export const changedPostsPerRequestMax = 100;
export const changedPostsAtOnceMax = 4;
/**
 * After this time, a request that changes several posts does not start with another one. It is shorter than
 * `stopMsMax`.
 */
export const changedPostsMsMax = 20_000;
/** The number of hashtag sets in a workspace, and the length of each. */
export const hashtagSetsPerWorkspaceMax = 200;
export const hashtagSetNameCharsMax = 100;
export const hashtagSetCharsMax = 2_000;
export const rejectionReasonCharsMax = 1_000;
export const requestBodyBytesMax = 1024 * 1024;
/** The length of the URL to which a platform or the payment provider redirects a browser. */
export const returnUrlCharsMax = 2_000;
/** The limit for a body without a credential: an email address, a password, a token. */
export const anonymousBodyBytesMax = 8 * 1024;
/** The number of values in a request body, nested ones included: more than twice that of the largest valid post. */
export const jsonNodesMax = 10_000;
export const jsonDepthMax = 32;
export const listLimitDefault = 25;
export const listLimitMax = 100;
/** The size of a page of `GET /calendar`, whose posts have few fields. */
export const calendarPageMax = 1_000;
/** How far ahead a post may be scheduled: five years, far below any timer's or column's range. */
export const scheduleAheadMsMax = 5 * 366 * 24 * 60 * 60 * 1000;
/** The least time between two tries of a first comment. */
export const firstCommentCooldownMs = 60_000;
/** The longest title that an edit may have. Platforms have lower limits of their own. */
export const optionTitleCharsMax = 500;
/** How often the text of a public target can be edited. */
export const changesPerTargetMax = 1_000;
/** After a reconnection, targets that failed because of the revoked grant are retried, if they failed this recently. */
export const reconnectionRetryMsMax = 7 * 24 * 60 * 60 * 1000;
/** A publish run ends this long after its due time, with the outcome that is known by then. */
export const publishDeadlineMs = 24 * 60 * 60 * 1000;
/**
 * The run of a reply to a comment ends earlier, because the conversation moves on. If the run is lost, the sweep ends
 * the reply after a day, like a post.
 */
export const replyDeadlineMs = 60 * 60 * 1000;
/** A run that has waited until its deadline may still make the call that it waited for, within this time. */
export const lateCallGraceMs = 60_000;
/** The time after its deadline in which a run can finish the look-ups for the post and for its first comment. */
export const publishDeadlineGraceMs = 60 * 60 * 1000;
/** How long the response to an Idempotency-Key is kept, from the first use of the key. */
export const idempotencyWindowMs = 24 * 60 * 60 * 1000;
/** How long a request that was lost locks its key. It is longer than fetching media by URL may take. */
export const idempotencyLockMs = mediaItemsMsMax + 30_000;
/** Replaces `idempotencyLockMs` for operations that may take longer. */
export const idempotencyLockMsByOperation: Readonly<Record<string, number>> = {
  createMediaFromUrl: mediaFromUrlMsMax + 30_000,
};
/** The number of bodies that one signed upload URL accepts, and the number of URLs for which a process counts them. */
export const usesPerUploadUrlMax = 20;
export const uploadUrlsCountedMax = 10_000;

/** The limits of one workspace on any plan, which bound its cost for the database and for Temporal. */
export const workspaceCountsMax = {
  socialAccounts: 5_000,
  /** Posts that wait for their time. Each has its own run in Temporal. */
  waitingPosts: 200_000,
  mediaAssets: 100_000,
  /** Connect sessions that have not ended, or that the platform refused at once. */
  openConnectSessions: 200,
} as const;
/**
 * The maximum number of runs of a post. Each time that it is scheduled, moved or retried, a run begins and timeline
 * entries are added. A restore of the database skips a thousand run numbers.
 */
export const runsPerPostMax = 10_000;
/** The number of a user's revoked API keys that are kept. */
export const revokedApiKeysPerUserMax = 1_000;
/** A process ends this long after SIGTERM at the latest. Requests and publishing calls under way end in this time. */
export const stopMsMax = 25_000;
