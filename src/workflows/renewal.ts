import { CancellationScope, isCancellation, patched, workflowInfo } from '@temporalio/workflow';

/**
 * Continues a run with a long history in a new run, under the same workflow id, before Temporal's limit ends it.
 * All targets reach a safe point first: calls are finished and pauses are interrupted.
 */
export interface Renewal {
  /** Whether the target should stop at its current safe point. */
  isWanted: () => boolean;
  /** Allows a renewal to interrupt the next sleep. Call it in the scope of one target. */
  enterPause: () => Pause;
}

export interface Pause {
  /** Whether the renewal interrupted the sleep. */
  wasBrokenOff: (error: unknown) => boolean;
  leave: () => void;
}

/** No function here is asynchronous: one more promise step could change the order of commands in open runs. */
export function createRenewal(): Renewal {
  let wanted = false;
  const pausing = new Set<CancellationScope>();
  return {
    isWanted: () => {
      if (wanted || !workflowInfo().continueAsNewSuggested || !patched('goes-on-in-a-new-run')) return wanted;
      wanted = true;
      for (const scope of pausing) scope.cancel();
      return true;
    },
    enterPause: () => {
      const scope = CancellationScope.current();
      pausing.add(scope);
      return {
        wasBrokenOff: (error) =>
          isCancellation(error) && wanted && scope.parent?.consideredCancelled === false,
        leave: () => void pausing.delete(scope),
      };
    },
  };
}
