import { closedReadAt, goneReadAt, nextReadAt, readPauseMs, retryReadAt } from '../../../domain/comments.js';
import type { CommentReadOutcome } from '../../../observability/metrics.js';
import type { PlatformFailure } from '../../../platforms/kit/failure.js';
import { expireAccount } from '../../account-grants/expire.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { FeedEnd, LoadedFeed } from './feed.js';
import type { FeedRead } from './read-feed.js';

/** The wait before an account is checked again that a user must reconnect first. */
const expiredWaitMs = 30 * 60_000;
const spreadMs = 60_000;

export interface EndOfRead {
  end: FeedEnd;
  outcome: CommentReadOutcome;
  /** Whether the platform could not be reached. */
  isAway?: boolean;
  /** The time until which no calls are made for the account. */
  pauseUntil?: Date;
}

/** Derives from a read when the post must be read next. */
export async function endOfRead(
  deps: ServiceDeps,
  { feed, account }: LoadedFeed,
  { end, added, changed }: FeedRead,
): Promise<EndOfRead> {
  const now = deps.clock.now();
  const next = nextReadAt(feed.publishedAt, now, Math.random());
  const done = { feed, dueAt: next, failures: 0, cursor: null, goneSince: null, hasRead: true };
  switch (end.kind) {
    case 'unchanged':
      return { outcome: 'unchanged', end: { ...done, hasReadFully: end.isFull } };
    case 'complete':
      return {
        outcome: added + changed > 0 ? 'changed' : 'unchanged',
        end: { ...done, digest: end.digest, knownUntil: end.knownUntil, hasReadFully: end.isFull },
      };
    case 'interrupted': {
      // A read that is interrupted in the middle stays due.
      const dueAt = end.cursor === null ? next : feed.dueAt;
      const { cursor, reading } = end;
      return { outcome: 'changed', end: { ...done, dueAt, cursor, reading, digest: null } };
    }
    case 'disabled': {
      const dueAt = closedReadAt(feed.publishedAt, now, Math.random());
      return { outcome: 'closed', end: { ...done, dueAt, digest: null } };
    }
    case 'gone': {
      const goneSince = end.since ?? now;
      const dueAt = goneReadAt(feed.publishedAt, goneSince, now, Math.random());
      return { outcome: 'closed', end: { ...done, dueAt, goneSince, digest: null } };
    }
    case 'failed': {
      const { failure, cursor, reading } = end;
      if (failure.kind === 'auth-revoked') {
        await expireAccount(deps, account.id, account.credentialsVersion, failure.message);
      }
      return endOfFailure({ feed, dueAt: null, cursor, reading, digest: null }, failure, now);
    }
  }
}

function endOfFailure(end: FeedEnd, failure: PlatformFailure, now: Date): EndOfRead {
  const after = (ms: number): Date => new Date(now.getTime() + ms + spreadMs * Math.random());
  switch (failure.kind) {
    case 'rate-limited': {
      const pauseMs = readPauseMs(failure.retryAfterMs);
      const pauseUntil = new Date(now.getTime() + pauseMs);
      return { outcome: 'limited', end: { ...end, dueAt: after(pauseMs) }, pauseUntil };
    }
    case 'auth-revoked': {
      const pauseUntil = new Date(now.getTime() + expiredWaitMs);
      return { outcome: 'failed', end: { ...end, dueAt: after(expiredWaitMs) }, pauseUntil };
    }
    default: {
      const failures = end.feed.failures + 1;
      const isAway = failure.kind === 'not-sent' || failure.kind === 'ambiguous';
      const cursor = isAway || failure.kind === 'auth-expired' ? (end.cursor ?? null) : null;
      const dueAt = retryReadAt(failures, now, Math.random());
      return { outcome: 'failed', end: { ...end, dueAt, failures, cursor }, isAway };
    }
  }
}
