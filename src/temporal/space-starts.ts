import { BoundedMap } from '../concurrency/bounded-map.js';
import { aheadMsMax, aheadMsMin } from '../domain/ready-ahead.js';
import type { PublishPostStart } from '../services/shared/workflow-starter.js';

/** Up to this many posts of an account at one instant start without extra spacing. */
const usualPostsMax = 40;
/** The space between two starts. No account can publish faster, so a later start delays nothing. */
const startsApartMs = 50;
const startsApartMsMax = 10 * 60_000;
const instantsMax = 10_000;
/** The number of recent starts that can be taken back. */
const runsMax = 20_000;

export interface StartSpacing {
  /** Returns the start, delayed if many others of its account have the same instant. */
  space: (start: PublishPostStart) => PublishPostStart;
  /** Counts a start that has succeeded. */
  started: (start: PublishPostStart) => void;
  /** Takes a start back if its run no longer waits because its post was moved, edited or canceled. */
  ended: (workflowId: string) => void;
}

/**
 * Spaces the starts of runs of one account that are due at the same instant. Thousands of runs that begin within a
 * minute would delay all others, although an account can publish only a few of them each second. Each process counts
 * its own starts, from zero after a restart; without spacing, runs only start early and wait for their turn in a
 * worker.
 */
export function createStartSpacing(): StartSpacing {
  const postsAt = new BoundedMap<string, number>(instantsMax);
  const instantsOf = new BoundedMap<string, string[]>(runsMax);
  const instantOf = (accountId: string, { scheduledAt }: PublishPostStart): string =>
    `${accountId} ${scheduledAt.getTime()}`;
  return {
    space: (start) => {
      // A run without accounts only has to end a post that is public already.
      if (start.socialAccountIds.length === 0) return start;
      const before = start.socialAccountIds.map((id) => postsAt.get(instantOf(id, start)) ?? 0);
      // A run starts for all of its accounts, so the least busy account decides.
      const beyond = Math.min(...before) - usualPostsMax;
      if (beyond <= 0) return start;
      const laterMs = Math.min(startsApartMsMax, beyond * startsApartMs);
      return { ...start, startAt: new Date(firstOf(start) + laterMs) };
    },
    started: (start) => {
      const instants = start.socialAccountIds.map((accountId) => instantOf(accountId, start));
      instantsOf.set(start.workflowId, instants);
      for (const instant of instants) postsAt.set(instant, (postsAt.get(instant) ?? 0) + 1);
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

/**
 * The time of the first start. Without media, the usual start has a random part, which would shuffle the posts of a
 * crowd.
 */
function firstOf({ scheduledAt, startAt }: PublishPostStart): number {
  const aheadMs = scheduledAt.getTime() - startAt.getTime();
  return aheadMs > aheadMsMax ? startAt.getTime() : scheduledAt.getTime() - aheadMsMin;
}
