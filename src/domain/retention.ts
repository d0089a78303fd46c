const dayMs = 24 * 60 * 60 * 1000;

/** How many days rows are kept that an operator may want longer or shorter. 0: forever. */
export interface RetentionDays {
  auditLog: number;
  revokedKeys: number;
  /** Posts after their deletion. */
  deletedPosts: number;
  /** Posts after their publication or failure. */
  posts: number;
  /** Comments of connected accounts. */
  comments: number;
  /** Snapshots of the numbers of posts. */
  metrics: number;
}

/**
 * The shortest time for posts and comments. The usage of a workspace counts the posts of the whole month, and platforms
 * may still be asked about young ones.
 */
export const historyDaysMin = 31;

/** How long the state of reading a post's comments is kept that is read only on request. */
export const commentFeedKeptMs = 90 * dayMs;

/** The time in milliseconds. Null: forever. */
export const keptMsOf = (days: number): number | null => (days === 0 ? null : days * dayMs);
