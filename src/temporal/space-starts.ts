import { aheadMsMax, aheadMsMin } from '../domain/ready-ahead.js';
import type { PublishPostStart } from '../services/shared/workflow-starter.js';

/** So many posts of an account at one instant start as usual. */
const usualPostsMax = 40;
/** No account can publish faster, so a later start delays nothing. */
const startsApartMs = 50;
const startsApartMsMax = 10 * 60_000;
const instantsMax = 10_000;
/** Starts that can be taken back: the last ones. */
const runsMax = 20_000;

export interface StartSpacing {
  /** The start, later if many others of its account were asked for at its instant. */
  space: (start: PublishPostStart) => PublishPostStart;
  /** Counts a start that has succeeded. */
  started: (start: PublishPostStart) => void;
  /** Takes a start back whose run waits no more, because its post was moved, edited or canceled. */
  ended: (workflowId: string) => void;
}

/**
 * Spaces the starts of the runs of one account that are due at one instant. Thousands of runs that begin within the
 * same minute would delay everybody else's, although the account can publish only a few of them each second.
 *
 * Counts what this process has started. Another process, or this one after a restart, begins at zero: then more of
 * them start early and wait for their turn in a worker.
 */
export function createStartSpacing(): StartSpacing {
  const postsAt = new Map<string, number>();
  const instantsOf = new Map<string, string[]>();
  const instantOf = (accountId: string, { scheduledAt }: PublishPostStart): string =>
    `${accountId} ${scheduledAt.getTime()}`;
  return {
    space: (start) => {
      const before = start.socialAccountIds.map((id) => postsAt.get(instantOf(id, start)) ?? 0);
      // A run starts for all of its accounts, so the one that has least to do decides.
      const beyond = Math.min(...before) - usualPostsMax;
      if (beyond <= 0) return start;
      const laterMs = Math.min(startsApartMsMax, beyond * startsApartMs);
      return { ...start, startAt: new Date(firstOf(start) + laterMs) };
    },
    started: (start) => {
      const instants = start.socialAccountIds.map((accountId) => instantOf(accountId, start));
      if (instantsOf.size >= runsMax) forgetOldest(instantsOf);
      instantsOf.set(start.workflowId, instants);
      for (const instant of instants) {
        const before = postsAt.get(instant) ?? 0;
        // The instants that were used last stay.
        postsAt.delete(instant);
        if (postsAt.size >= instantsMax) forgetOldest(postsAt);
        postsAt.set(instant, before + 1);
      }
    },
    ended: (workflowId) => {
      for (const instant of instantsOf.get(workflowId) ?? []) {
        const others = (postsAt.get(instant) ?? 1) - 1;
        if (others > 0) postsAt.set(instant, others);
        else postsAt.delete(instant);
      }
      instantsOf.delete(workflowId);
    },
  };
}

/** Without media, the usual start has a random part. In a crowd it would shuffle the posts. */
function firstOf({ scheduledAt, startAt }: PublishPostStart): number {
  const aheadMs = scheduledAt.getTime() - startAt.getTime();
  return aheadMs > aheadMsMax ? startAt.getTime() : scheduledAt.getTime() - aheadMsMin;
}

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
