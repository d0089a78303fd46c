import { eq } from 'drizzle-orm';
import { socialAccounts } from '../../../db/schema/index.js';
import type { RefreshResult } from '../../../domain/workflow-contract.js';
import type { CommentsAnswer, PlatformComments } from '../../../platforms/kit/comments.js';
import { askRefresh } from '../../account-records/ask-refresh.js';
import { openSession } from '../../account-records/platform-session.js';
import { platformWords } from '../../account-records/platform-words.js';
import type { SocialAccountRow } from '../../account-records/view.js';
import { askPlatform } from '../../shared/ask-platform.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { LoadedFeed } from './feed.js';
import { msPerCall, postsPerSweepMax } from './reading-platforms.js';

const pageWaitMsMax = 15_000;

/** What one sweep asks platforms for, by account. */
export interface AccountCalls {
  /** A page of a post's comments. A stale token is refreshed once, by the account's single writer. */
  ask: (comments: PlatformComments, loaded: LoadedFeed, cursor: string | null) => Promise<CommentsAnswer>;
  /** Whether the account has used what a sweep may. */
  isUsedUp: (comments: PlatformComments, accountId: string) => boolean;
  /** When it may be asked again, where its calls were more than a sweep's; null: as ever. */
  pauseOf: (comments: PlatformComments, accountId: string) => Date | null;
}

export function createAccountCalls(deps: ServiceDeps, callsMaxOf: CallsMax = postsPerSweepMax): AccountCalls {
  const calls = new Map<string, number>();
  const refreshes = new Map<string, Promise<RefreshResult>>();

  const askOnce = (
    comments: PlatformComments,
    { feed, account, target }: LoadedFeed,
    cursor: string | null,
  ): Promise<CommentsAnswer> => {
    const { id, platform, credentials } = account;
    if (credentials === null) return Promise.resolve({ kind: 'not-sent', message: 'It was disconnected.' });
    calls.set(id, (calls.get(id) ?? 0) + 1);
    const session = openSession(deps, account, credentials);
    const post = {
      externalPostId: feed.externalPostId,
      reference: target?.reference ?? null,
      publishedAt: feed.publishedAt,
    };
    return askPlatform<CommentsAnswer>(
      deps,
      { socialAccountId: id, platform },
      async () => withoutSecrets(await comments.list(session, post, cursor), session.credentials),
      pageWaitMsMax,
    );
  };

  const refreshOnce = (account: SocialAccountRow): Promise<RefreshResult> => {
    const refresh = refreshes.get(account.id) ?? askRefresh(deps, account);
    refreshes.set(account.id, refresh);
    return refresh;
  };

  return {
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
    isUsedUp: (comments, accountId) => (calls.get(accountId) ?? 0) >= callsMaxOf(comments),
    pauseOf(comments, accountId) {
      const count = calls.get(accountId) ?? 0;
      if (count <= postsPerSweepMax(comments)) return null;
      return new Date(deps.clock.now().getTime() + count * msPerCall(comments));
    },
  };
}

export type CallsMax = (comments: PlatformComments) => number;

const withoutSecrets = (
  answer: CommentsAnswer,
  credentials: Parameters<typeof platformWords>[1],
): CommentsAnswer =>
  'message' in answer ? { ...answer, message: platformWords(answer.message, credentials) } : answer;
