import type { ServiceDeps } from '../../shared/context.js';
import { countCalls } from '../../platform-reads/call-budget.js';
import type { LoadedFeed } from './feed.js';

/** The allowed and the used calls of one sweep, by account. */
export interface CallLedger {
  /** Allows `left` more calls for an account. One call for each of the `posts` is already counted as used. */
  allow: (accountId: string, calls: { left: number; posts: number }) => void;
  /** Begins to read one of the allowed posts. Returns whether a call is left for it. */
  begin: (accountId: string) => boolean;
  /** Whether a later page may be read, because calls are left beyond the first pages of all waiting posts. */
  hasSpare: (accountId: string) => boolean;
  use: (accountId: string) => void;
  /** Counts in the database the calls that were used but not counted yet. */
  settle: (loaded: readonly LoadedFeed[]) => Promise<void>;
}

interface Entry {
  used: number;
  /** The number of used calls that the account's row already contains. */
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
