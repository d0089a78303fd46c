import type { components } from '../../../client/src/api-types.js';

type Schemas = components['schemas'];
export type TargetErrorCode = Schemas['TargetErrorCode'];
type PostStatus = Schemas['Post']['status'];
type RetryRule = Schemas['Target']['errorRetryable'];

/** The actions that a user can take after a failure. The first one in a list of remedies is the recommended one. */
export type RemedyAction =
  | 'RETRY'
  /** Change the post, then retry it. */
  | 'EDIT'
  | 'RECONNECT'
  | 'SCHEDULE'
  /** The post may be public, so the user has to check the platform and then decide. */
  | 'DECIDE'
  | 'RETRY_COMMENT'
  /** Change the first comment, then retry it. */
  | 'EDIT_COMMENT';

const ofPost: Record<TargetErrorCode, readonly RemedyAction[]> = {
  PLATFORM_AUTH_FAILED: ['RECONNECT', 'RETRY'],
  PUBLISH_UNCONFIRMED: ['DECIDE'],
  ACCOUNT_DISCONNECTED: ['RECONNECT', 'RETRY'],
  PLATFORM_REJECTED: ['EDIT', 'RETRY'],
  MEDIA_REJECTED: ['EDIT', 'RETRY'],
  MEDIA_UNAVAILABLE: ['RETRY', 'EDIT'],
  DUPLICATE_CONTENT: ['EDIT', 'RETRY'],
  POLICY_BLOCKED: ['RETRY', 'EDIT'],
  CHOICE_NOT_AVAILABLE: ['EDIT', 'RETRY'],
  PERMISSION_MISSING: ['RECONNECT', 'RETRY'],
  COMMENTS_DISABLED: ['RETRY'],
  POST_CANCELED: ['RETRY'],
  PART_NOT_SENT: ['RETRY'],
  PART_IMPOSSIBLE: ['EDIT'],
  FIRST_COMMENT_NOT_SENT: ['RETRY'],
  FIRST_COMMENT_IMPOSSIBLE: ['EDIT'],
  RATE_LIMITED: ['RETRY'],
  PLATFORM_QUOTA_EXCEEDED: ['SCHEDULE', 'RETRY'],
  PLATFORM_UNAVAILABLE: ['RETRY'],
  NOT_READY_IN_TIME: ['RETRY'],
  PUBLISH_WINDOW_MISSED: ['RETRY', 'SCHEDULE'],
  PLATFORM_NOT_SUPPORTED: ['EDIT', 'RETRY'],
  INTERNAL_ERROR: ['RETRY'],
};

/** Error codes with which the platform would refuse the same text again. */
const refusedComment: ReadonlySet<string> = new Set(['PLATFORM_REJECTED', 'DUPLICATE_CONTENT']);
const reconnects: ReadonlySet<string> = new Set([
  'PLATFORM_AUTH_FAILED',
  'ACCOUNT_DISCONNECTED',
  'PERMISSION_MISSING',
]);

/** Whether this version knows an error code. The service may be newer. */
export const isKnown = (code: string): code is TargetErrorCode => Object.hasOwn(ofPost, code);

/**
 * Returns the remedies for a failed target. For an unknown code, they depend on whether the service says `retryable`.
 */
export function remediesOf(
  code: string,
  retryable: RetryRule,
  postStatus: PostStatus,
): readonly RemedyAction[] {
  const known = isKnown(code) ? ofPost[code] : unknownRemedies(retryable);
  if (postStatus === 'FAILED') return known;
  // The post is public on other accounts, so a failed target cannot get a new time, only be sent immediately. If its
  // content was refused, it must be edited first.
  const isOfUse = retryable !== 'no';
  return known.filter((action) => action !== 'SCHEDULE' && (action !== 'RETRY' || isOfUse));
}

const unknownRemedies = (retryable: RetryRule): readonly RemedyAction[] =>
  retryable === 'no' ? ['EDIT', 'RETRY'] : ['RETRY', 'EDIT'];

/**
 * Returns the remedies for a first comment that was not sent. The comment cannot be changed if it may be public, or if
 * the workspace requires approval, because the post is already public.
 */
export function commentRemediesOf(
  code: string,
  retryable: RetryRule,
  { requireApproval }: { requireApproval: boolean },
): readonly RemedyAction[] {
  if (code === 'FIRST_COMMENT_IMPOSSIBLE') return [];
  const mayChange = !requireApproval && code !== 'PUBLISH_UNCONFIRMED';
  if (refusedComment.has(code) || retryable === 'no') return mayChange ? ['EDIT_COMMENT'] : [];
  const isWorthChange =
    mayChange && (isKnown(code) ? ofPost[code] : unknownRemedies(retryable)).includes('EDIT');
  return [
    ...(reconnects.has(code) ? (['RECONNECT'] as const) : []),
    'RETRY_COMMENT',
    ...(isWorthChange ? (['EDIT_COMMENT'] as const) : []),
  ];
}

/** Returns the URL of the documentation page about an error code. */
export const targetDocUrl = (code: string): string => `/docs/target-errors/${encodeURIComponent(code)}`;
