import { BoundedMap } from '../concurrency/bounded-map.js';
import { aheadMsMax, aheadMsMin } from '../domain/ready-ahead.js';
import type { PublishPostStart } from '../services/shared/workflow-starter.js';

/** Up to this many posts of an account at one instant start without extra spacing. */
const usualPostsMax = 40;
/** The space between two starts. No account can publish faster, so a later start delays nothing. */
const startsApartMs = 50;
const startsApartMsMax = 10 * 60_000;
const instantsMax = 20_000;
/** The space between the starts of any posts that are due at one instant: some 5,000 begin within the longest lead time. */
const crowdApartMs = 12;
/** The number of recent starts that can be taken back. */
const runsMax = 20_000;

export interface StartSpacing {
  /**
   * Returns the start time: earlier if other posts have the same instant, later if many of them belong to its account.
   */
  space: (start: PublishPostStart) => PublishPostStart;
  /** Counts a start that has succeeded. */
  started: (start: PublishPostStart) => void;
  /** Takes back a start if its run no longer waits because its post was moved, edited or canceled. */
  ended: (workflowId: string) => void;
}

/**
 * Spaces the starts of runs that are due at the same instant. Each begins a little earlier than the one before, so that a
 * crowd is prepared when its time comes, and a lone post takes a worker's time for seconds only. Thousands of one account
 * would delay all others, although an account can publish only a few of them each second: they begin one after the other.
 * Each process counts its own starts, from zero after a restart; without spacing, runs only wait for their turn.
 */
export function createStartSpacing(): StartSpacing {
  const postsAt = new BoundedMap<string, number>(instantsMax);
  const instantsOf = new BoundedMap<string, string[]>(runsMax);
  const instantOf = (accountId: string, { scheduledAt }: PublishPostStart): string =>
    `${accountId} ${scheduledAt.getTime()}`;
  const crowdOf = ({ scheduledAt }: PublishPostStart): string => String(scheduledAt.getTime());
  return {
    space: (start) => {
      // A run without accounts only has to end a post that is already public.
      if (start.socialAccountIds.length === 0) return start;
      const before = start.socialAccountIds.map((id) => postsAt.get(instantOf(id, start)) ?? 0);
      // A run starts for all of its accounts, so the least busy account decides.
      const beyond = Math.min(...before) - usualPostsMax;
      const laterMs = Math.min(startsApartMsMax, beyond * startsApartMs);
      const earlierMs = earlierFor(start, postsAt.get(crowdOf(start)) ?? 0);
      return { ...start, startAt: new Date(start.startAt.getTime() + (beyond > 0 ? laterMs : -earlierMs)) };
    },
    started: (start) => {
      const instants = [
        crowdOf(start),
        ...start.socialAccountIds.map((accountId) => instantOf(accountId, start)),
      ];
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
 * Media are uploaded long before. If there are more posts than fit into the longest lead time, the lead times begin
 * again.
 */
function earlierFor({ scheduledAt, startAt }: PublishPostStart, others: number): number {
  const isLong = scheduledAt.getTime() - startAt.getTime() > aheadMsMax;
  return isLong ? 0 : (others * crowdApartMs) % (aheadMsMax - aheadMsMin);
}
