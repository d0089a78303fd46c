import type { components } from '../../../client/src/api-types.js';

type Refresh = components['schemas']['CommentRefresh'];
type Reason = Refresh['skipped'][number]['reason'];

const reasonWords: Record<Reason, string> = {
  REFRESHED_LATELY: 'was asked less than a minute ago',
  PAUSED: 'has to pause, as its platform wants it',
  NOT_SUPPORTED: 'is at a platform that shows no comments to programs',
  SWITCHED_OFF: 'has the reading of comments switched off',
  TOKEN_EXPIRED: 'must be reconnected first',
  NOT_PUBLISHED: 'has no public post here',
};

/** Not worth a word where other accounts are read: there is nothing to be done about it. */
const usual: ReadonlySet<Reason> = new Set(['NOT_SUPPORTED', 'SWITCHED_OFF']);

/** What became of "read the comments now", in sentences. */
export function refreshSentences(
  { accepted, skipped }: Refresh,
  nameOf: (accountId: string) => string,
): string {
  const told = skipped.filter(({ reason }) => accepted.length === 0 || !usual.has(reason));
  const sentences = told.map(
    ({ socialAccountId, reason }) => `${nameOf(socialAccountId)} ${reasonWords[reason]}.`,
  );
  if (accepted.length === 0) return ['Nothing is read now.', ...sentences].join(' ');
  const count = accepted.length === 1 ? 'one account' : `${accepted.length} accounts`;
  return [`The comments of ${count} are being read.`, ...sentences].join(' ');
}
