import type { PublishEntry, PublishTurn, TurnedAway, TurnsOptions } from '../publish-turn.js';

export interface Waiter extends PublishEntry {
  isDue: boolean;
  leave: (answer: PublishTurn | TurnedAway) => void;
}

/** The calls for one account. */
export interface Lane {
  readonly accountId: string;
  readonly workspaceId: string;
  /** The waiting calls, in the order in which they are to be sent. */
  waiting: Waiter[];
  underWay: number;
  /** Whether a call of this lane is claiming. The next one waits for it, so that calls begin in order. */
  isClaiming: boolean;
  isReady: boolean;
  /** The estimated duration of a call of the account. */
  callMs: number;
  lastDoneMs: number | undefined;
}

/** The estimated duration of a call for an account that has made no call yet. */
const callMsFirst = 200;
/** How long a due call may wait in its lane: below the activity's timeout minus the wait for the due time. */
const laneMsMax = 90_000;

export const createLane = ({ accountId, workspaceId }: PublishEntry): Lane => ({
  accountId,
  workspaceId,
  waiting: [],
  underWay: 0,
  isClaiming: false,
  isReady: false,
  callMs: callMsFirst,
  lastDoneMs: undefined,
});

/** Adds a call to its lane, before those that are to be sent after it. */
export function joinLane({ waiting }: Lane, waiter: Waiter): void {
  const index = waiting.findIndex((other) => isBefore(waiter, other));
  waiting.splice(index === -1 ? waiting.length : index, 0, waiter);
}

function isBefore(one: PublishEntry, other: PublishEntry): boolean {
  return one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.createdMs < other.createdMs);
}

/** How many calls may wait for an account. A slow account gets fewer, so that no activity times out. */
export function placesOf(
  { callMs }: Lane,
  { waitingPerAccountMax, callsPerAccountMax }: TurnsOptions,
): number {
  const inTime = Math.floor((laneMsMax * callsPerAccountMax) / callMs);
  return Math.max(callsPerAccountMax, Math.min(waitingPerAccountMax, inTime));
}

/** Moves the estimate halfway to the latest measurement, if the account did not pause between the two calls. */
export function noteEnd(lane: Lane, { callsPerAccountMax }: TurnsOptions): void {
  const nowMs = performance.now();
  const { lastDoneMs } = lane;
  if (lastDoneMs !== undefined) {
    lane.callMs = (lane.callMs + (nowMs - lastDoneMs) * callsPerAccountMax) / 2;
  }
  // If no other call is due, the account pauses, and that pause must not be measured.
  lane.lastDoneMs = lane.waiting[0]?.isDue === true ? nowMs : undefined;
}
