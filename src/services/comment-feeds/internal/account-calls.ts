import type { CommentsAnswer, PlatformComments } from '../../../platforms/kit/comments.js';
import { createAskAccount } from '../../platform-reads/ask-account.js';
import { commentsOf } from '../../account-grants/reads-comments.js';
import type { ServiceDeps } from '../../shared/context.js';
import { createCallLedger, type CallLedger } from './call-ledger.js';
import type { ClaimedFeed, LoadedFeed } from './feed.js';

/**
 * The number of comments that are accepted from one page. Anyone can run a server of a decentralized platform and
 * return any number.
 */
const commentsPerPageMax = 5_000;

/** Makes the platform calls of one sweep and counts them by account. */
export interface AccountCalls extends Omit<CallLedger, 'use'> {
  /** Requests a page of a post's comments. A stale token is refreshed once, by the account's refresh workflow. */
  ask: (comments: PlatformComments, loaded: LoadedFeed, cursor: string | null) => Promise<CommentsAnswer>;
  /** Whether a read failed because of our own error, which says nothing about the platform. */
  isOurFault: (feed: ClaimedFeed) => boolean;
}

export function createAccountCalls(deps: ServiceDeps): AccountCalls {
  const ledger = createCallLedger(deps);
  const askAccount = createAskAccount(deps);
  const faults = new Set<ClaimedFeed>();
  return {
    ...ledger,
    ask(comments, loaded, cursor) {
      const { feed, target } = loaded;
      const { externalPostId, publishedAt } = feed;
      const post = { externalPostId, reference: target?.reference ?? null, publishedAt };
      return askAccount<CommentsAnswer>({
        holder: loaded,
        ask: async (session) => bounded(await comments.list(session, post, cursor)),
        ...(comments.paidReads === true && { isOn: (account) => commentsOf(deps, account).reads }),
        onCall: () => ledger.use(loaded.account.id),
        onFault: () => faults.add(feed),
      });
    },
    isOurFault: (feed) => faults.has(feed),
  };
}

/** Limits a page. It then counts as partial, so that comments left out here do not count as deleted. */
function bounded(answer: CommentsAnswer): CommentsAnswer {
  if (answer.kind !== 'page' || answer.comments.length <= commentsPerPageMax) return answer;
  return { ...answer, comments: answer.comments.slice(0, commentsPerPageMax), isPartial: true };
}
