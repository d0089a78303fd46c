import { groupBy } from '../../../domain/group-by.js';

/** A call that holds a slot until it is due. */
export interface Waiter {
  dueMs: number;
  createdMs: number;
  workspaceId: string;
  accountId: string;
}

/** Due times this close count as equal, because a call that is sent away cannot come back in between. */
const sameTimeMs = 1_000;

/**
 * Returns the waiter that loses its slot to a newcomer, or undefined. It is the one that is due last, if it is due
 * later than the newcomer. Among those due at the same time as the newcomer, it is the last one of the workspace with
 * the most slots, and within it of the account with the most. A newcomer that already has as many slots evicts none.
 */
export function chooseEvicted<Waiting extends Waiter>(
  waiters: readonly Waiting[],
  newcomer: Waiter,
): Waiting | undefined {
  const last = lastOf(waiters);
  if (last === undefined || last.dueMs > newcomer.dueMs) return last;
  const rivals = waiters.filter(({ dueMs }) => dueMs > newcomer.dueMs - sameTimeMs);
  const ofWorkspace = mostOf(rivals, newcomer, 'workspaceId');
  if (ofWorkspace !== undefined) return lastOf(mostOf(ofWorkspace, newcomer, 'accountId') ?? ofWorkspace);
  const own = rivals.filter(({ workspaceId }) => workspaceId === newcomer.workspaceId);
  return lastOf(mostOf(own, newcomer, 'accountId') ?? []);
}

/**
 * Returns the waiters of the workspace or account with the most slots, if it has at least two more than the newcomer's.
 */
function mostOf<Waiting extends Waiter>(
  waiters: readonly Waiting[],
  newcomer: Waiter,
  key: 'workspaceId' | 'accountId',
): Waiting[] | undefined {
  const groups = groupBy(waiters, (waiter) => waiter[key]);
  const ownCount = groups.get(newcomer[key])?.length ?? 0;
  const [most = []] = [...groups.values()].sort((one, other) => other.length - one.length);
  return most.length > ownCount + 1 ? most : undefined;
}

function lastOf<Waiting extends Waiter>(waiters: readonly Waiting[]): Waiting | undefined {
  return waiters.reduce<Waiting | undefined>(
    (last, each) => (last === undefined || isAfter(each, last) ? each : last),
    undefined,
  );
}

function isAfter(one: Waiter, other: Waiter): boolean {
  return one.dueMs > other.dueMs || (one.dueMs === other.dueMs && one.createdMs > other.createdMs);
}
