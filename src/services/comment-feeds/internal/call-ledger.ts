import type { ServiceDeps } from '../../shared/context.js';
import { countCalls } from './call-budget.js';
import type { LoadedFeed } from './feed.js';

/** The calls of one sweep, by account: the allowed and the used ones. */
export interface CallLedger {
  /** Allows more calls for an account. One for each of the posts is already counted as used. */
  allow: (accountId: string, calls: { left: number; posts: number }) => void;
  /** Starts one of the posts that calls were allowed for. Returns whether there is a call for it. */
  begin: (accountId: string) => boolean;
  /** Whether calls are left for later pages, after the first pages of all waiting posts. */
  hasSpare: (accountId: string) => boolean;
  use: (accountId: string) => void;
  /** Counts the calls that were used but not counted before. */
  settle: (loaded: readonly LoadedFeed[]) => Promise<void>;
}

interface Entry {
  used: number;
  /** The number of them that the account's row already contains. */
  counted: number;
  max: number;
  postsWaiting: number;
}

export function createCallLedger(deps: Pick<ServiceDeps, 'db' | 'clock' | 'platforms'>): CallLedger {
  const entries = new Map<string, Entry>();
  const of = (id: string): Entry => {
    const entry = entries.get(id) ?? { used: 0, counted: 0, max: 0, postsWaiting: 0 };
    entries.set(id, entry);
    return entry;
  };
  return {
    allow(accountId, { left, posts }) {
      const entry = of(accountId);
      entry.max = entry.used + left;
      entry.counted += posts;
      entry.postsWaiting += posts;
    },
    begin(accountId) {
      const entry = of(accountId);
      entry.postsWaiting -= 1;
      return entry.used < entry.max;
    },
    hasSpare(accountId) {
      const { used, max, postsWaiting } = of(accountId);
      return used + postsWaiting < max;
    },
    use(accountId) {
      of(accountId).used += 1;
    },
    async settle(loaded) {
      const accounts = new Map(loaded.map(({ account }) => [account.id, account]));
      const used = [...accounts.values()].map(({ id, platform, sandbox }) => {
        const entry = of(id);
        const calls = entry.used - entry.counted;
        entry.counted = entry.used;
        return { socialAccountId: id, platform, sandbox, calls };
      });
      await countCalls(deps, used);
    },
  };
}
