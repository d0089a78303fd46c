import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../../src/db/client.js';
import { publishAttempts, targets } from '../../src/db/schema/index.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import { sendWindowMs } from '../../src/domain/publish-ladders.js';
import type { ApiClient } from './api-client.js';
import { count, type AcceptedPost, type Counts } from './changes.js';
import type { Account } from './fault-stack.js';
import type { PublishingCall } from './platform-proxy.js';
import { overlaps, type Span } from './restore.js';

const answerTimeoutMs = 120_000;
/** More disconnections would leave too few accounts to publish on. */
const disconnectsMax = 8;

export interface LateCall {
  platform: PlatformName;
  text: string;
}

/** Tracks the accounts that are disconnected during a run, and the calls that workers make. */
export interface Disconnects {
  /** The time from the request to its response, by account. */
  spans: ReadonlyMap<string, Span>;
  /** Records that a publishing call has reached the proxy. */
  note: (call: PublishingCall) => void;
  /** Disconnects an account of the latest post. False: too few accounts would be left. */
  disconnect: (accepted: readonly AcceptedPost[], changes: Counts) => Promise<boolean>;
  /**
   * Returns the forbidden calls: those claimed after the response to the disconnection, or sent later than an earlier
   * claim allows.
   */
  lateCalls: (db: Db, lost: Span | undefined) => Promise<LateCall[]>;
}

export function createDisconnects(client: ApiClient, accounts: readonly Account[]): Disconnects {
  const spans = new Map<string, Span>();
  const calls: (PublishingCall & { atMs: number })[] = [];
  const lastOfPlatform = (account: Account): boolean =>
    accounts.filter(({ id, platform }) => platform === account.platform && !spans.has(id)).length < 2;
  return {
    spans,
    note: (call) => {
      calls.push({ ...call, atMs: Date.now() });
    },
    disconnect: async (accepted, changes) => {
      const wanted = accepted.at(-1)?.post.targets.map(({ socialAccountId }) => socialAccountId) ?? [];
      const account = accounts.find((one) => wanted.includes(one.id) && !spans.has(one.id));
      if (account === undefined || spans.size >= disconnectsMax || lastOfPlatform(account)) return false;
      const fromMs = Date.now();
      // New posts no longer use the account. Until the response, nothing is promised.
      spans.set(account.id, { fromMs, toMs: Number.POSITIVE_INFINITY });
      const path = `/social-accounts/${account.id}`;
      const answer = await client.untilAnswered('DELETE', path, undefined, answerTimeoutMs);
      const isDone = answer !== undefined && (answer.status === 204 || answer.status === 404);
      if (isDone) spans.set(account.id, { fromMs, toMs: Date.now() });
      count(changes, `disconnect ${isDone ? 'accepted' : `answered ${answer?.status ?? 'nothing'}`}`);
      return isDone;
    },
    lateCalls: async (db, lost) => {
      const late: LateCall[] = [];
      for (const [accountId, span] of spans) {
        const account = accounts.find(({ id }) => id === accountId);
        // A disconnection that a restore has undone promises nothing.
        if (account === undefined || !Number.isFinite(span.toMs) || overlaps(span, lost)) continue;
        const { platform, externalAccountId } = account;
        const sent = calls.filter(
          (call) =>
            call.platform === platform &&
            call.accountId === externalAccountId &&
            call.atMs > span.toMs + sendWindowMs,
        );
        late.push(...sent.map(({ text }) => ({ platform, text: `sent: ${text}` })));
        for (const { id } of await claimedAfter(db, accountId, span.toMs))
          late.push({ platform, text: `claimed: ${id}` });
      }
      return late;
    },
  };
}

function claimedAfter(db: Db, accountId: string, afterMs: number): Promise<{ id: string }[]> {
  return db
    .select({ id: publishAttempts.id })
    .from(publishAttempts)
    .innerJoin(targets, eq(targets.id, publishAttempts.publicationId))
    .where(
      and(
        eq(targets.socialAccountId, accountId),
        eq(publishAttempts.assumed, false),
        gt(publishAttempts.startedAt, new Date(afterMs)),
      ),
    );
}
