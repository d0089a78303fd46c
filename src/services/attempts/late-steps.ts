import { lateCodeOf, type AttemptOutcome } from '../../domain/publish-attempts.js';
import type { StepError } from './close-attempt.js';

/** What a step says that has not ended in time, by how its last call went. */
export function stoppedLate(lastOutcome: AttemptOutcome | null, window = '24 hours'): StepError {
  return {
    code: lateCodeOf(lastOutcome),
    message: `Publishing did not finish within ${window} of the due time and was stopped.`,
  };
}
