/** Machine codes that a target's `errorCode` and `firstCommentError` may carry. */
export const targetErrorCodes = [
  /** The account's grant is dead; it must be reconnected. */
  'PLATFORM_AUTH_FAILED',
  /** We sent the post, got no answer, and the platform cannot tell us. A person should look. */
  'PUBLISH_UNCONFIRMED',
  /** The account was disconnected before the post was due. */
  'ACCOUNT_DISCONNECTED',
  /** The platform refused the content. */
  'PLATFORM_REJECTED',
  /** The platform refused a picture or film, or could not process it. */
  'MEDIA_REJECTED',
  /** A picture or film is gone, cannot be made into what the platform takes, or could not be fetched by it. */
  'MEDIA_UNAVAILABLE',
  /** The platform says that this text was just posted, and we cannot find our own copy. */
  'DUPLICATE_CONTENT',
  /** The platform's own policy holds the account or the content back: spam, a restriction, a missing review. */
  'POLICY_BLOCKED',
  /** What the post picks at the platform is not there any more, or not for this account: a board, a playlist. */
  'CHOICE_NOT_AVAILABLE',
  /** The grant lacks a right that the publication needs: connect the account again and allow it. */
  'PERMISSION_MISSING',
  'COMMENTS_DISABLED',
  /** The post was cancelled before its first comment was sent. */
  'POST_CANCELED',
  /** The run ended before the first comment was sent. */
  'FIRST_COMMENT_NOT_SENT',
  /** Still rate limited, unreachable or not ready when the 24 h bound passed. */
  'RATE_LIMITED',
  /** The credits or the quota that our app has at the platform were still used up when that bound passed. */
  'PLATFORM_QUOTA_EXCEEDED',
  'PLATFORM_UNAVAILABLE',
  'NOT_READY_IN_TIME',
  /** The service was down for longer than a day past the due time; nothing was sent. */
  'PUBLISH_WINDOW_MISSED',
  /** This build has no connector for the platform. */
  'PLATFORM_NOT_SUPPORTED',
  /** A fault of our own that was not foreseen; the log has it under the workflow's id. */
  'INTERNAL_ERROR',
] as const;
export type TargetErrorCode = (typeof targetErrorCodes)[number];
