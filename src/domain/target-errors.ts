/**
 * Whether publishing again can succeed. `yes`: without any change. `after`: once the remedy has been applied. `no`: the
 * platform would reject the same content again.
 */
export const targetRetryRules = ['yes', 'no', 'after'] as const;
export type TargetRetryRule = (typeof targetRetryRules)[number];

interface TargetErrorEntry {
  /** The situation in which the error occurs. */
  meaning: string;
  /** The action for the author or the operator. */
  remedy: string;
  retryable: TargetRetryRule;
  /** Set if only the post, or only its first comment, can fail with this code. */
  only?: 'POST' | 'FIRST_COMMENT';
}

/** The closed list of codes in a target's `errorCode` and `firstCommentErrorCode`, with their documentation. */
export const targetErrors = {
  PLATFORM_AUTH_FAILED: {
    meaning:
      'The platform no longer accepts the account’s authorization, or the access token could not be renewed within 24 hours of the due time (one hour for a reply).',
    remedy:
      'Reconnect the account, unless it is still ACTIVE: then only the renewal of its token failed. After you have reconnected it, posts that failed with this code in the seven days before are published automatically; first comments and replies are not.',
    retryable: 'after',
  },
  PUBLISH_UNCONFIRMED: {
    meaning:
      'The request was sent, but no usable response came back, and the platform does not show whether it was successful. The content may be public.',
    remedy:
      'Retrying a post or a first comment is safe at any time: Punctual looks first, and sends the content again only if the platform proves that it is not there; otherwise it ends with this code again. Then look at the account on the platform. Say what you see with POST /posts/{id}/targets/{tid}/resolve, or POST /comments/{id}/resolve for a reply: that closes the matter, or publishes again. First comments do not have this option: if one is not there, write it on the platform. The troubleshooting guide goes through this step by step.',
    retryable: 'yes',
  },
  ACCOUNT_DISCONNECTED: {
    meaning: 'The account was disconnected before publishing.',
    remedy: 'Connect the account again.',
    retryable: 'after',
  },
  PLATFORM_REJECTED: {
    meaning: 'The platform rejected the content or an option. The message quotes the platform.',
    remedy: 'Change what the platform objects to.',
    retryable: 'no',
  },
  MEDIA_REJECTED: {
    meaning: 'The platform rejected an image or video, or could not process it.',
    remedy: 'Replace the file with PATCH /posts/{id}. docs/media.md lists what each platform accepts.',
    retryable: 'after',
    only: 'POST',
  },
  MEDIA_UNAVAILABLE: {
    meaning:
      'An image or video is no longer in the library, could not be converted to what the platform accepts, or did not reach the platform in several attempts.',
    remedy:
      'Upload the file again, or use another one, and change the post with PATCH /posts/{id}. If the platform fetches files itself, the operator must make sure that it can reach this installation’s public URL.',
    retryable: 'after',
    only: 'POST',
  },
  DUPLICATE_CONTENT: {
    meaning:
      'The platform says that this text was already posted, but does not show that it was by this post.',
    remedy: 'Change the text, or leave the post that is public as it is.',
    retryable: 'no',
  },
  POLICY_BLOCKED: {
    meaning:
      'A policy of the platform blocks the account or the content: spam protection, a restriction, or an app review that is still missing.',
    remedy: 'Ask the platform to lift the restriction or to review the app. The message quotes the platform.',
    retryable: 'after',
  },
  CHOICE_NOT_AVAILABLE: {
    meaning:
      'A board, playlist, place or other choice of the post no longer exists on the platform, or this account cannot use it.',
    remedy: 'Choose another one in platformOptions, or create it on the platform.',
    retryable: 'after',
    only: 'POST',
  },
  PERMISSION_MISSING: {
    meaning:
      'The account’s authorization, or the operator’s app, lacks a permission that is needed for this.',
    remedy: 'Reconnect the account and grant every permission that is requested.',
    retryable: 'after',
  },
  COMMENTS_DISABLED: {
    meaning: 'The platform does not accept comments on this post.',
    remedy: 'Turn comments on for the post on the platform.',
    retryable: 'after',
    only: 'FIRST_COMMENT',
  },
  POST_CANCELED: {
    meaning: 'The post was canceled after it was published and before its first comment was sent.',
    remedy: 'Retry the first comment if you still want it.',
    retryable: 'yes',
    only: 'FIRST_COMMENT',
  },
  PART_NOT_SENT: {
    meaning:
      'Publishing ended, or the post was canceled, before this part of the post was sent. The parts before it are public.',
    remedy: 'Retry the post if you still want the rest. It goes on from this part.',
    retryable: 'yes',
    only: 'POST',
  },
  PART_IMPOSSIBLE: {
    meaning:
      'Punctual does not know the id of the part before on the platform, for example because a person confirmed it without a URL that proves it, so this part could not be sent as its reply.',
    remedy: 'Write the remaining parts on the platform.',
    retryable: 'no',
    only: 'POST',
  },
  FIRST_COMMENT_NOT_SENT: {
    meaning: 'Publishing ended before the first comment was sent.',
    remedy: 'Retry the first comment.',
    retryable: 'yes',
    only: 'FIRST_COMMENT',
  },
  FIRST_COMMENT_IMPOSSIBLE: {
    meaning:
      'Punctual does not know the id of the post on the platform, for example because a person confirmed the post without a URL that proves it, so the first comment could not be sent.',
    remedy: 'Write the comment on the platform.',
    retryable: 'no',
    only: 'FIRST_COMMENT',
  },
  RATE_LIMITED: {
    meaning:
      'The platform kept refusing requests because of a rate limit until 24 hours after the due time (one hour for a reply).',
    remedy:
      'Punctual has stopped trying. You can retry at any time; Punctual then tries for as long again. To avoid the limit, publish less often with this account.',
    retryable: 'yes',
  },
  PLATFORM_QUOTA_EXCEEDED: {
    meaning:
      'The account’s daily number of posts, or the quota or credits of the operator’s app, were used up until 24 hours after the due time (one hour for a reply).',
    remedy: 'Wait until the platform resets the quota, or have the quota raised or credits bought.',
    retryable: 'after',
  },
  PLATFORM_UNAVAILABLE: {
    meaning:
      'The platform was unreachable until 24 hours after the due time (one hour for a reply), or it uses a URL that Punctual is not allowed to call.',
    remedy:
      'You can retry at any time. If the retry fails immediately, the message names the URL that Punctual is not allowed to call.',
    retryable: 'yes',
  },
  NOT_READY_IN_TIME: {
    meaning: 'The platform did not finish preparing the post in time, or repeatedly lost what was prepared.',
    remedy: 'You can retry at any time. The preparation then starts over.',
    retryable: 'yes',
  },
  PUBLISH_WINDOW_MISSED: {
    meaning:
      'Punctual was down or late for more than 24 hours after the due time (one hour for a reply). Nothing is public.',
    remedy: 'Retry if you still want the post.',
    retryable: 'yes',
  },
  PLATFORM_NOT_SUPPORTED: {
    meaning: 'This installation does not support the platform.',
    remedy: 'Ask the operator of this installation to install a release that supports the platform.',
    retryable: 'after',
  },
  INTERNAL_ERROR: {
    meaning: 'An unexpected error in Punctual. The log has the details, with the workflow id of the post.',
    remedy:
      'You can retry at any time. If a call may already have been made, Punctual looks for the post first.',
    retryable: 'yes',
  },
} as const satisfies Readonly<Record<string, TargetErrorEntry>>;

export type TargetErrorCode = keyof typeof targetErrors;

export const targetErrorCodes = Object.keys(targetErrors) as [TargetErrorCode, ...TargetErrorCode[]];

/** The entry of a code. Undefined for an unknown code, which another release may have stored. */
export function targetErrorOf(code: string): TargetErrorEntry | undefined {
  const known: Readonly<Record<string, TargetErrorEntry>> = targetErrors;
  return Object.hasOwn(known, code) ? known[code] : undefined;
}

export function retryRuleOf(code: string | null): TargetRetryRule | null {
  return code === null ? null : (targetErrorOf(code)?.retryable ?? null);
}
