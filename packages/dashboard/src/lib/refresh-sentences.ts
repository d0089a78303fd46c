import type { components } from '../../../client/src/api-types.js';

type Refresh = components['schemas']['CommentRefresh'];
type Reason = Refresh['skipped'][number]['reason'];

const reasonLabels: Record<Reason, string> = {
  REFRESHED_LATELY: 'was checked less than a minute ago',
  PAUSED: 'has reached the platform’s rate limit',
  NOT_SUPPORTED: 'is on a platform that does not share comments with apps',
  SWITCHED_OFF: 'has comment fetching turned off',
  TOKEN_EXPIRED: 'must be reconnected first',
  NOT_PUBLISHED: 'has no published posts here',
};

/**
 * Reasons for skipping an account that are not shown if comments of other accounts are fetched, because the user cannot
 * change them.
 */
const usual: ReadonlySet<Reason> = new Set(['NOT_SUPPORTED', 'SWITCHED_OFF']);

/** Returns sentences about the result of "Check for new comments". */
export function refreshSentences(
  { accepted, skipped }: Refresh,
  nameOf: (accountId: string) => string,
): string {
  const told = skipped.filter(({ reason }) => accepted.length === 0 || !usual.has(reason));
  const sentences = told.map(
    ({ socialAccountId, reason }) => `${nameOf(socialAccountId)} ${reasonLabels[reason]}.`,
  );
  if (accepted.length === 0) return ['No comments are being fetched.', ...sentences].join(' ');
  const count = accepted.length === 1 ? 'one account' : `${accepted.length} accounts`;
  return [`Fetching comments for ${count}.`, ...sentences].join(' ');
}
