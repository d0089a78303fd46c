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
import { countCalls } from './call-budget.js';
import type { ClaimedFeed, LoadedFeed } from './feed.js';

const pageWaitMsMax = 15_000;
/** What is taken of one page: a server that is somebody's own may say as much as it likes. */
const commentsPerPageMax = 5_000;

/** What one sweep asks platforms for, by account. */
export interface AccountCalls {
  /** A page of a post's comments. A stale token is refreshed once, by the account's single writer. */
  ask: (comments: PlatformComments, loaded: LoadedFeed, cursor: string | null) => Promise<CommentsAnswer>;
  /** So many more may be asked for. One for each of the posts is counted as used already. */
  allow: (accountId: string, calls: { left: number; posts: number }) => void;
  /** One of the posts that calls were allowed for has its turn. Gives whether there is a call for it. */
  begin: (accountId: string) => boolean;
  /** Whether there are calls for later pages, beside the first ones of those that wait for their turn. */
  hasSpare: (accountId: string) => boolean;
  /** Counts what accounts have used and was not counted before. */
  settle: (loaded: readonly LoadedFeed[]) => Promise<void>;
  /** Whether a post could not be read for a fault of ours: it tells nothing of its platform. */
  isOurFault: (feed: ClaimedFeed) => boolean;
}

interface Account {
  used: number;
  /** What of that the account's row has. */
  counted: number;
  max: number;
  postsWaiting: number;
}

export function createAccountCalls(deps: ServiceDeps): AccountCalls {
  const accounts = new Map<string, Account>();
  const refreshes = new Map<string, Promise<RefreshResult>>();
  const faults = new Set<ClaimedFeed>();
  const of = (id: string): Account => {
    const account = accounts.get(id) ?? { used: 0, counted: 0, max: 0, postsWaiting: 0 };
    accounts.set(id, account);
    return account;
  };

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
    of(id).used += 1;
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
    allow(accountId, { left, posts }) {
      const account = of(accountId);
      account.max = account.used + left;
      account.counted += posts;
      account.postsWaiting += posts;
    },
    begin(accountId) {
      const account = of(accountId);
      account.postsWaiting -= 1;
      return account.used < account.max;
    },
    hasSpare(accountId) {
      const { used, max, postsWaiting } = of(accountId);
      return used + postsWaiting < max;
    },
    async settle(loaded) {
      const rows = new Map(loaded.map(({ account }) => [account.id, account]));
      const used = [...rows.values()].map(({ id, platform, sandbox }) => {
        const account = of(id);
        const calls = account.used - account.counted;
        account.counted = account.used;
        return { socialAccountId: id, platform, sandbox, calls };
      });
      await countCalls(deps, used);
    },
    isOurFault: (feed) => faults.has(feed),
  };
}

/** What is left out is not known to be gone. */
function bounded(answer: CommentsAnswer): CommentsAnswer {
  if (answer.kind !== 'page' || answer.comments.length <= commentsPerPageMax) return answer;
  return { ...answer, comments: answer.comments.slice(0, commentsPerPageMax), isPartial: true };
}

const withoutSecrets = (
  answer: CommentsAnswer,
  credentials: Parameters<typeof platformWords>[1],
): CommentsAnswer =>
  'message' in answer ? { ...answer, message: platformWords(answer.message, credentials) } : answer;
