/** A call that waits for its turn. */
export interface PublishEntry {
  /** The due time on the clock that decides (`DueClock`). */
  dueMs: number;
  /** The current time on the run's clock. */
  workflowNowMs: number;
  /** The creation time of the post. Posts that are due at the same time are sent in the order of their creation. */
  createdMs: number;
  workspaceId: string;
  accountId: string;
}

export interface PublishTurn {
  /** The caller calls `claimed` after its claim, so that the account's next call may claim. */
  claimed: () => void;
  /** The caller calls `done` after its call, so that the account may make another one. */
  done: () => void;
}

/**
 * The caller must come back later: too many other calls are due sooner, too many of the account's posts go first, or
 * this process is shutting down.
 */
export interface TurnedAway {
  reason: 'FULL' | 'ACCOUNT_BUSY' | 'CLOSING';
  /** The time until a slot should be free or the earlier calls should be done. 0 if the process is shutting down. */
  waitMs: number;
}

export interface TurnsOptions {
  /** The number of calls that may wait in this process for their due time. */
  heldMax: number;
  /** The number of concurrent claims. More would only wait for each other in the database. */
  claimsAtOnceMax: number;
  /** The number of concurrent claims per workspace. A lock that all its claims wait for must not stop others. */
  claimsPerWorkspaceMax: number;
  /** The number of concurrent calls for one account. */
  callsPerAccountMax: number;
  /**
   * The number of calls for one account that may wait here for their due time or their turn. More would take slots from
   * others.
   */
  waitingPerAccountMax: number;
}

export const usualTurns: TurnsOptions = {
  heldMax: 1_000,
  claimsAtOnceMax: 12,
  claimsPerWorkspaceMax: 8,
  callsPerAccountMax: 2,
  waitingPerAccountMax: 40,
};
