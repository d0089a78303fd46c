import type { PlatformFailure } from './platform-failure.js';
import type { AttemptOutcome } from './publish-attempts.js';
import type { TargetErrorCode } from './target-errors.js';
import type { WaitReason } from './timeline.js';
import type { StepResult } from './workflow-contract.js';

export type FailureKind = PlatformFailure['kind'];

export interface FailureMeaning {
  /** The outcome of an attempt that ends with this failure. */
  outcome: Exclude<AttemptOutcome, 'PUBLISHED'>;
  /** The code of the attempt and of a target that fails with it, unless the failure has its own code. */
  code: TargetErrorCode;
  /**
   * The result for the workflow. FAILED ends the step, and AMBIGUOUS leads to a look-up. After the other results, the
   * run refreshes the token, waits or starts over.
   */
  answer: StepResult['kind'];
  /** The reason for the wait, as the timeline and the metrics show it. */
  waitsFor: WaitReason | null;
  /** The consequence beyond the result of this step. */
  effect: 'PAUSE_ACCOUNT' | 'EXPIRE_ACCOUNT' | 'FORGET_STATE' | 'FORGET_MEDIA' | null;
}

/** The consequences of each kind of failure. No other code decides them. */
export const failureMeanings = {
  rejected: {
    outcome: 'REJECTED',
    code: 'PLATFORM_REJECTED',
    answer: 'FAILED',
    waitsFor: null,
    effect: null,
  },
  'auth-expired': {
    outcome: 'AUTH_EXPIRED',
    code: 'PLATFORM_AUTH_FAILED',
    answer: 'AUTH_EXPIRED',
    waitsFor: null,
    effect: null,
  },
  'auth-revoked': {
    outcome: 'REJECTED',
    code: 'PLATFORM_AUTH_FAILED',
    answer: 'FAILED',
    waitsFor: null,
    effect: 'EXPIRE_ACCOUNT',
  },
  'rate-limited': {
    outcome: 'RATE_LIMITED',
    code: 'RATE_LIMITED',
    answer: 'RATE_LIMITED',
    waitsFor: 'RATE_LIMITED',
    effect: 'PAUSE_ACCOUNT',
  },
  'not-sent': {
    outcome: 'NOT_SENT',
    code: 'PLATFORM_UNAVAILABLE',
    answer: 'NOT_SENT',
    waitsFor: 'UNREACHABLE',
    effect: null,
  },
  ambiguous: {
    outcome: 'AMBIGUOUS',
    code: 'PUBLISH_UNCONFIRMED',
    answer: 'AMBIGUOUS',
    waitsFor: null,
    effect: null,
  },
  // A repeat made nothing public, but an earlier call may have. A look-up recognizes the repeat by its code.
  duplicate: {
    outcome: 'AMBIGUOUS',
    code: 'DUPLICATE_CONTENT',
    answer: 'AMBIGUOUS',
    waitsFor: null,
    effect: null,
  },
  'prepare-again': {
    outcome: 'PREPARE_AGAIN',
    code: 'PLATFORM_UNAVAILABLE',
    answer: 'PREPARE_AGAIN',
    waitsFor: null,
    effect: 'FORGET_STATE',
  },
  'upload-again': {
    outcome: 'PREPARE_AGAIN',
    code: 'PLATFORM_UNAVAILABLE',
    answer: 'UPLOAD_AGAIN',
    waitsFor: null,
    effect: 'FORGET_MEDIA',
  },
} as const satisfies Record<FailureKind, FailureMeaning>;
