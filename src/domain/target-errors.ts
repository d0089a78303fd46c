/**
 * Whether it is of use to publish again as it is: `yes`, at once; `after` what the remedy says is done; `no`, the platform
 * would refuse the same again.
 */
export const targetRetryRules = ['yes', 'no', 'after'] as const;
export type TargetRetryRule = (typeof targetRetryRules)[number];

interface TargetErrorEntry {
  /** When it comes. */
  meaning: string;
  /** What the post's author, or the operator, does about it. */
  remedy: string;
  retryable: TargetRetryRule;
  /** What can fail with it, where not both: the post itself, or its first comment. */
  only?: 'POST' | 'FIRST_COMMENT';
}

/** What a target's `errorCode` and `firstCommentError` may say: the closed list, and all that is said of each. */
export const targetErrors = {
  PLATFORM_AUTH_FAILED: {
    meaning:
      'The platform does not accept the account’s token any more, or it could not be renewed in the day that a post has.',
    remedy:
      'Connect the account again. Posts that failed with this code in the seven days before are then published by themselves; a first comment is retried by hand. Where the account is still ACTIVE, only the renewal had failed: retry.',
    retryable: 'after',
  },
  PUBLISH_UNCONFIRMED: {
    meaning:
      'It was sent, no usable answer came, and the platform does not show whether it is public. It may be.',
    remedy:
      'A retry looks for it first and publishes again only where the platform proves that it is not there. Where the platform cannot prove that, the retry ends like this again: look at the account, and retry the post with republishUnconfirmed if it is not there.',
    retryable: 'yes',
  },
  ACCOUNT_DISCONNECTED: {
    meaning: 'The account was disconnected before it was published.',
    remedy: 'Connect the account again; until then a retry is refused.',
    retryable: 'after',
  },
  PLATFORM_REJECTED: {
    meaning: 'The platform refused the content or an option; the message has its words.',
    remedy: 'Change what it objects to.',
    retryable: 'no',
  },
  MEDIA_REJECTED: {
    meaning: 'The platform refused a picture or video, or could not process it.',
    remedy: 'Put another file in its place; docs/media.md says what each platform takes.',
    retryable: 'after',
    only: 'POST',
  },
  MEDIA_UNAVAILABLE: {
    meaning:
      'A picture or video is not in the library any more, could not be made into what the platform takes, or did not reach the platform in several tries.',
    remedy:
      'Upload the file again, or take another. Where the platform fetches files itself, the operator sees to it that it reaches this installation’s public address.',
    retryable: 'after',
    only: 'POST',
  },
  DUPLICATE_CONTENT: {
    meaning: 'The platform says that it has this text already, and does not show that it is this post.',
    remedy: 'Change the text, or leave it at what is public.',
    retryable: 'no',
  },
  POLICY_BLOCKED: {
    meaning:
      'The platform’s own policy holds the account or the content back: spam, a restriction, a missing review of the app.',
    remedy: 'Have the restriction lifted, or the app reviewed, at the platform; the message has its words.',
    retryable: 'after',
  },
  CHOICE_NOT_AVAILABLE: {
    meaning:
      'What the post picks at the platform is not there any more, or not for this account: a board, a playlist, a place.',
    remedy: 'Pick another in platformOptions, or make it there.',
    retryable: 'after',
    only: 'POST',
  },
  PERMISSION_MISSING: {
    meaning: 'The account’s grant, or the operator’s app, lacks a right that this needs.',
    remedy: 'Connect the account again and allow everything that is asked for.',
    retryable: 'after',
  },
  COMMENTS_DISABLED: {
    meaning: 'The platform takes no comment on this post.',
    remedy: 'Switch its comments on at the platform.',
    retryable: 'after',
    only: 'FIRST_COMMENT',
  },
  POST_CANCELED: {
    meaning: 'The post was cancelled when it was public and its first comment was not.',
    remedy: 'Retry the comment if it is wanted after all.',
    retryable: 'yes',
    only: 'FIRST_COMMENT',
  },
  FIRST_COMMENT_NOT_SENT: {
    meaning: 'The run of the post ended before its first comment was sent.',
    remedy: 'Nothing has to be done before.',
    retryable: 'yes',
    only: 'FIRST_COMMENT',
  },
  RATE_LIMITED: {
    meaning: 'The platform asked for pauses until the day in which it could be published was over.',
    remedy: 'Nothing has to be done before: a retry waits for a day again, as long as the platform asks.',
    retryable: 'yes',
  },
  PLATFORM_QUOTA_EXCEEDED: {
    meaning:
      'The account’s number of posts for the day, or the credits or the quota of the operator’s app, were used up until the day in which it could be published was over.',
    remedy: 'Wait until the platform counts anew, or have the quota raised or the credits bought.',
    retryable: 'after',
  },
  PLATFORM_UNAVAILABLE: {
    meaning:
      'The platform could not be reached until the day in which it could be published was over, or an address of its may not be called.',
    remedy:
      'Nothing has to be done before. Where it fails again at once, the message names the address that is refused.',
    retryable: 'yes',
  },
  NOT_READY_IN_TIME: {
    meaning:
      'The platform did not finish preparing the post in time, or lost what was prepared again and again.',
    remedy: 'Nothing has to be done before: a retry prepares it anew.',
    retryable: 'yes',
  },
  PUBLISH_WINDOW_MISSED: {
    meaning:
      'The service was down, or late, for more than a day after the due time, an hour for a reply to a comment. Nothing is public.',
    remedy: 'Nothing has to be done before; ask whether the post is still wanted.',
    retryable: 'yes',
  },
  PLATFORM_NOT_SUPPORTED: {
    meaning: 'This installation has no connector for the platform.',
    remedy: 'The operator installs a release that has one.',
    retryable: 'after',
  },
  INTERNAL_ERROR: {
    meaning: 'A fault of the service; its log has it under the id of the post’s workflow.',
    remedy: 'Nothing has to be done before: a retry looks first where a call may have been made.',
    retryable: 'yes',
  },
} as const satisfies Readonly<Record<string, TargetErrorEntry>>;

export type TargetErrorCode = keyof typeof targetErrors;

export const targetErrorCodes = Object.keys(targetErrors) as [TargetErrorCode, ...TargetErrorCode[]];

/** What is said of a code; rows of another release may have one that is not known here. */
export function targetErrorOf(code: string): TargetErrorEntry | undefined {
  const known: Readonly<Record<string, TargetErrorEntry>> = targetErrors;
  return Object.hasOwn(known, code) ? known[code] : undefined;
}

/** The code of `firstCommentError`, which is `CODE: message`; null where there is none. */
export function codeOfFirstCommentError(text: string | null): string | null {
  return /^([A-Z_]+): /.exec(text ?? '')?.[1] ?? null;
}

export function retryRuleOf(code: string | null): TargetRetryRule | null {
  return code === null ? null : (targetErrorOf(code)?.retryable ?? null);
}
