import type { components } from '../../../client/src/api-types.js';

type Schemas = components['schemas'];
export type TargetErrorCode = Schemas['TargetErrorCode'];
type PostStatus = Schemas['Post']['status'];
type RetryRule = Schemas['Target']['errorRetryable'];

/** What a person can press: the first of a list is the one to take. */
export type RemedyAction =
  | 'RETRY'
  /** Change the post, then retry it. */
  | 'EDIT'
  | 'RECONNECT'
  | 'SCHEDULE'
  /** It may be public: look, then choose. */
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
  RATE_LIMITED: ['RETRY'],
  PLATFORM_QUOTA_EXCEEDED: ['SCHEDULE', 'RETRY'],
  PLATFORM_UNAVAILABLE: ['RETRY'],
  NOT_READY_IN_TIME: ['RETRY'],
  PUBLISH_WINDOW_MISSED: ['RETRY', 'SCHEDULE'],
  PLATFORM_NOT_SUPPORTED: ['EDIT', 'RETRY'],
  INTERNAL_ERROR: ['RETRY'],
};

/** The platform would refuse the same words again. */
const refusedComment: ReadonlySet<string> = new Set(['PLATFORM_REJECTED', 'DUPLICATE_CONTENT']);
const reconnects: ReadonlySet<string> = new Set([
  'PLATFORM_AUTH_FAILED',
  'ACCOUNT_DISCONNECTED',
  'PERMISSION_MISSING',
]);

const isKnown = (code: string): code is TargetErrorCode => Object.hasOwn(ofPost, code);

/** What to do about a failed target. A code that is not known here goes by what the service says of retries. */
export function remediesOf(
  code: string,
  retryable: RetryRule,
  postStatus: PostStatus,
): readonly RemedyAction[] {
  const known = isKnown(code) ? ofPost[code] : unknownRemedies(retryable);
  if (postStatus === 'FAILED') return known;
  // It is public elsewhere: what failed goes out at once or not at all, and not as it was where that was refused.
  const isOfUse = retryable !== 'no';
  return known.filter((action) => action !== 'SCHEDULE' && (action !== 'RETRY' || isOfUse));
}

const unknownRemedies = (retryable: RetryRule): readonly RemedyAction[] =>
  retryable === 'no' ? ['EDIT', 'RETRY'] : ['RETRY', 'EDIT'];

/**
 * What to do about a first comment that was not sent, under a post that is public. Nobody approves another one, so it
 * stays as it is where the workspace requires that, and where it may be public.
 */
export function commentRemediesOf(
  code: string,
  retryable: RetryRule,
  { requireApproval }: { requireApproval: boolean },
): readonly RemedyAction[] {
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

/** The page of the service that explains the code. */
export const targetDocUrl = (code: string): string => `/docs/target-errors/${encodeURIComponent(code)}`;
