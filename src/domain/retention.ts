const dayMs = 24 * 60 * 60 * 1000;

/** The number of days for which rows are kept, where operators may want different numbers. 0: forever. */
export interface RetentionDays {
  auditLog: number;
  revokedKeys: number;
  /** Posts that were deleted, from their deletion on. */
  deletedPosts: number;
  /** Other posts, from their publication or failure on. */
  posts: number;
  /** Comments of connected accounts. */
  comments: number;
  /** Snapshots of the metrics of posts. */
  metrics: number;
}

/**
 * The shortest time for posts and comments. The usage of a workspace counts the posts of the whole month, and platforms
 * may still be asked about recent ones.
 */
export const historyDaysMin = 31;

/** How long the state of reading comments is kept for a post whose comments are read only on request. */
export const commentFeedKeptMs = 90 * dayMs;

/** The time in milliseconds. Null: forever. */
export const keptMsOf = (days: number): number | null => (days === 0 ? null : days * dayMs);
