import { isOutcomeOpen, type AttemptOutcome } from './publish-attempts.js';
import type { PublishStep } from './workflow-contract.js';

/** A step that ends and is not known to be public, with everything that decides how it ends. */
export interface EndingStep {
  step: PublishStep;
  /** The outcome of its last call. Null while no outcome is recorded, undefined if there was no call. */
  lastOutcome: AttemptOutcome | null | undefined;
  /** Whether a call may have been made that the database does not have. */
  isCallMissing: boolean;
  /**
   * Whether an earlier call may have made it public: a look-up did not find it, which proves nothing on its platform.
   */
  hasUnprovenCall: boolean;
  /** Whether the caller or the user has asked to cancel the step. */
  isCancelWanted: boolean;
}

/**
 * The reasons why a step ends. `CALL_UNCONFIRMED`, `UNCONFIRMED` and `EARLIER_UNCONFIRMED` end it as
 * PUBLISH_UNCONFIRMED, because of its last call, a call that is missing in the database, or an earlier call.
 */
export type EndOfStep = 'CALL_UNCONFIRMED' | 'UNCONFIRMED' | 'EARLIER_UNCONFIRMED' | 'CANCELED' | 'FAILED';

/**
 * Decides how a step ends that is not known to be public. A step that may be public is never canceled or failed for
 * another reason: its outcome stays unconfirmed.
 */
export function endOf({
  step,
  lastOutcome,
  isCallMissing,
  hasUnprovenCall,
  isCancelWanted,
}: EndingStep): EndOfStep {
  if (isOutcomeOpen(lastOutcome)) return 'CALL_UNCONFIRMED';
  if (isCallMissing) return 'UNCONFIRMED';
  if (hasUnprovenCall) return 'EARLIER_UNCONFIRMED';
  // Only a post can be CANCELED. A further part or a first comment can only fail.
  return isCancelWanted && step === 'POST' ? 'CANCELED' : 'FAILED';
}
