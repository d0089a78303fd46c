import type { components } from '../../../client/src/api-types.js';

type Schemas = components['schemas'];
export type TargetErrorCode = Schemas['TargetErrorCode'];
type PostStatus = Schemas['Post']['status'];
type RetryRule = Schemas['Target']['errorRetryable'];

/** The actions that a user can take. The first of a list is the recommended one. */
export type RemedyAction =
  | 'RETRY'
  /** Change the post, then retry it. */
  | 'EDIT'
  | 'RECONNECT'
  | 'SCHEDULE'
  /** The post may be public, so the user looks on the platform and then decides. */
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

/** With these codes the platform would refuse the same text again. */
const refusedComment: ReadonlySet<string> = new Set(['PLATFORM_REJECTED', 'DUPLICATE_CONTENT']);
const reconnects: ReadonlySet<string> = new Set([
  'PLATFORM_AUTH_FAILED',
  'ACCOUNT_DISCONNECTED',
  'PERMISSION_MISSING',
]);

const isKnown = (code: string): code is TargetErrorCode => Object.hasOwn(ofPost, code);

/** The remedies for a failed target. For a code of a later release, the service's `retryable` decides. */
export function remediesOf(
  code: string,
  retryable: RetryRule,
  postStatus: PostStatus,
): readonly RemedyAction[] {
  const known = isKnown(code) ? ofPost[code] : unknownRemedies(retryable);
  if (postStatus === 'FAILED') return known;
  // The post is public on other accounts, so a failed target can only be sent at once, and must be edited first if
  // its content was refused.
  const isOfUse = retryable !== 'no';
  return known.filter((action) => action !== 'SCHEDULE' && (action !== 'RETRY' || isOfUse));
}

const unknownRemedies = (retryable: RetryRule): readonly RemedyAction[] =>
  retryable === 'no' ? ['EDIT', 'RETRY'] : ['RETRY', 'EDIT'];

/**
 * The remedies for a first comment that was not sent under a public post. A changed comment cannot be approved, so it
 * stays as it is if the workspace requires approval, or if it may be public already.
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

/** The service's documentation page about the code. */
export const targetDocUrl = (code: string): string => `/docs/target-errors/${encodeURIComponent(code)}`;
