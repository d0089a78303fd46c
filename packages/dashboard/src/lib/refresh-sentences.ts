import type { components } from '../../../client/src/api-types.js';
import { t } from '../messages/replies.js';

type Refresh = components['schemas']['CommentRefresh'];
type Reason = Refresh['skipped'][number]['reason'];

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
  const first = accepted.length === 0 ? t('fetchingNone') : t('fetching', { count: accepted.length });
  const others = told.map(({ socialAccountId, reason }) =>
    t(`skipped.${reason}`, { account: nameOf(socialAccountId) }),
  );
  return [first, ...others].join(' ');
}
