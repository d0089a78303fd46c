import { failureMeanings } from './failure-meanings.js';
import type { JsonObject } from './json.js';
import type { PlatformFailure } from './platform-failure.js';
import { clampRetryAfterMs } from './publish-ladders.js';
import { deadGrant, type StepError } from './step-errors.js';
import type { WaitReason } from './timeline.js';
import type { RefreshResult, StepResult } from './workflow-contract.js';

// The consequences that a platform's failure has for the run, for the rows and for people.

/** Translates a failure before the call: an unclear response is "not sent", and a refused repeat is a rejection. */
export function failureBeforeCall(answer: PlatformFailure): PlatformFailure {
  const { message } = answer;
  switch (answer.kind) {
    case 'ambiguous':
      return { kind: 'not-sent', message };
    case 'duplicate':
      return { kind: 'rejected', code: 'DUPLICATE_CONTENT', message };
    default:
      return answer;
  }
}

/** The error of the attempt. */
export function errorOf(failure: PlatformFailure): StepError {
  const own = 'code' in failure ? failure.code : undefined;
  return { code: own ?? failureMeanings[failure.kind].code, message: failure.message };
}

/** The error that the target shows. */
export function toldOf(failure: PlatformFailure): StepError {
  return failure.kind === 'auth-revoked' ? deadGrant : errorOf(failure);
}

/** Details of a failure that the following look-up needs. Null if there are none. */
export function learnedFrom(failure: PlatformFailure): JsonObject | null {
  switch (failure.kind) {
    case 'ambiguous':
      return failure.state ?? null;
    case 'duplicate':
      // Null overwrites the reference to the original that an earlier refusal may have stored.
      return { duplicateOf: failure.of === undefined ? null : { ...failure.of } };
    default:
      return null;
  }
}

/** The wait that the platform asked for, within limits. */
export function pauseMsOf(failure: PlatformFailure): number {
  const statedMs = failure.kind === 'rate-limited' ? failure.retryAfterMs : null;
  return clampRetryAfterMs(statedMs ?? undefined);
}

/** The reason for the wait before the next try, and its end if the platform asked for a pause. */
export function waitAfter(
  failure: PlatformFailure,
  nowMs: number,
): { reason: WaitReason; untilMs?: number } | undefined {
  const { waitsFor: reason } = failureMeanings[failure.kind];
  if (reason === null) return undefined;
  return reason === 'RATE_LIMITED' ? { reason, untilMs: nowMs + pauseMsOf(failure) } : { reason };
}

/** The result for the workflow. */
export function stepResultOf(failure: PlatformFailure, credentialsVersion: number): StepResult {
  switch (failure.kind) {
    case 'auth-expired':
      return { kind: failureMeanings[failure.kind].answer, credentialsVersion };
    case 'rate-limited': {
      const reason = failure.code && { reason: failure.code };
      return { kind: failureMeanings[failure.kind].answer, waitMs: pauseMsOf(failure), ...reason };
    }
    default:
      return { kind: failureMeanings[failure.kind].answer };
  }
}

/** The result of a refresh that the platform did not grant. Only its own "this grant is dead" is final. */
export function failedRefresh({ kind }: PlatformFailure): Exclude<RefreshResult, 'refreshed'> {
  return failureMeanings[kind].effect === 'EXPIRE_ACCOUNT' ? 'revoked' : 'unavailable';
}
