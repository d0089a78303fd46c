import { CancellationScope, isCancellation, patched, workflowInfo } from '@temporalio/workflow';

/**
 * A run whose history has become long goes on in a new one, under the same workflow id, before the server's limit ends
 * it. All targets come to a safe point first: calls are finished, pauses are broken off.
 */
export interface Renewal {
  /** Whether to stop at this safe point. */
  isWanted: () => boolean;
  /** Makes the sleep that follows one that a renewal breaks off. To be called in the scope of one target. */
  enterPause: () => Pause;
}

export interface Pause {
  /** Whether this is how the renewal broke off the sleep. */
  wasBrokenOff: (error: unknown) => boolean;
  leave: () => void;
}

/** No function of it is asynchronous: one promise step more could change the order of commands in open runs. */
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
