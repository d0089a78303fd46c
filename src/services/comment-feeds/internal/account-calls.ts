import { eq } from 'drizzle-orm';
import { socialAccounts } from '../../../db/schema/index.js';
import type { RefreshResult } from '../../../domain/workflow-contract.js';
import type { CommentsAnswer, PlatformComments } from '../../../platforms/kit/comments.js';
import { askRefresh } from '../../account-grants/ask-refresh.js';
import { openSession } from '../../account-grants/platform-session.js';
import { redactMessage } from '../../account-grants/redact-message.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import { askPlatform } from '../../shared/remote-calls/ask-platform.js';
import type { ServiceDeps } from '../../shared/context.js';
import { createCallLedger, type CallLedger } from './call-ledger.js';
import type { ClaimedFeed, LoadedFeed } from './feed.js';

const pageWaitMsMax = 15_000;
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
  const refreshes = new Map<string, Promise<RefreshResult>>();
  const faults = new Set<ClaimedFeed>();
  const askOnce = (
    comments: PlatformComments,
    { feed, account, target }: LoadedFeed,
    cursor: string | null,
  ): Promise<CommentsAnswer> => {
    const { id, platform, credentials } = account;
    if (credentials === null) {
      faults.add(feed);
      return Promise.resolve({ kind: 'not-sent', message: 'It was disconnected.' });
    }
    const session = openSession(deps, account, credentials);
    const post = {
      externalPostId: feed.externalPostId,
      reference: target?.reference ?? null,
      publishedAt: feed.publishedAt,
    };
    ledger.use(id);
    const list = async (): Promise<CommentsAnswer> => {
      try {
        return withoutSecrets(bounded(await comments.list(session, post, cursor)), session.credentials);
      } catch (error) {
        faults.add(feed);
        throw error;
      }
    };
    return askPlatform<CommentsAnswer>(deps, { socialAccountId: id, platform }, list, pageWaitMsMax);
  };

  const refreshOnce = (account: SocialAccountRow): Promise<RefreshResult> => {
    const refresh = refreshes.get(account.id) ?? askRefresh(deps, account);
    refreshes.set(account.id, refresh);
    return refresh;
  };

  return {
    ...ledger,
    async ask(comments, loaded, cursor) {
      const answer = await askOnce(comments, loaded, cursor);
      if (answer.kind !== 'auth-expired') return answer;
      const result = await refreshOnce(loaded.account);
      if (result === 'revoked') return { kind: 'auth-revoked', message: answer.message };
      if (result === 'unavailable') return answer;
      const [fresh] = await deps.db
        .select()
        .from(socialAccounts)
        .where(eq(socialAccounts.id, loaded.account.id));
      if (fresh === undefined) return answer;
      loaded.account = fresh;
      return askOnce(comments, loaded, cursor);
    },
    isOurFault: (feed) => faults.has(feed),
  };
}

/** Limits a page. It then counts as partial, so that comments left out here do not count as deleted. */
function bounded(answer: CommentsAnswer): CommentsAnswer {
  if (answer.kind !== 'page' || answer.comments.length <= commentsPerPageMax) return answer;
  return { ...answer, comments: answer.comments.slice(0, commentsPerPageMax), isPartial: true };
}

const withoutSecrets = (
  answer: CommentsAnswer,
  credentials: Parameters<typeof redactMessage>[1],
): CommentsAnswer =>
  'message' in answer ? { ...answer, message: redactMessage(answer.message, credentials) } : answer;
