import type { JsonObject } from '../../../domain/json.js';
import { clampRetryAfterMs } from '../../../domain/publish-ladders.js';
import type { TargetErrorCode } from '../../../domain/target-errors.js';
import type { WaitReason } from '../../../domain/timeline.js';
import type { CommitInput, StepResult } from '../../../domain/workflow-contract.js';
import type { PlatformFailure } from '../../../platforms/kit/failure.js';
import type { StepError } from '../../attempts/close-attempt.js';
import type { ServiceDeps } from '../../shared/context.js';
import { expireAccount } from '../../account-grants/expire.js';
import { recordWait } from '../../timeline/record.js';
import type { ClaimedCall } from './claim.js';
import { asOfNow, deadGrant } from './dead-grant.js';
import { notDue } from './due-clock-now.js';
import { saveState } from './fence.js';
import { startPace } from './pace.js';
import { persist } from '../../shared/rows/persist.js';
import type { LoadedPublication } from './publication.js';
import { failStep, recordFailure, type FailedAttempt } from './record-failure.js';

interface Meaning {
  /** The outcome of an attempt with this failure. */
  outcome: FailedAttempt['outcome'];
  /** The error of the attempt, and of a target that fails with it, if the failure has no code of its own. */
  code: TargetErrorCode;
  /**
   * FAILED ends the step and AMBIGUOUS leads to a look-up. After the others, the run refreshes, waits or starts over.
   */
  answer: StepResult['kind'];
  /** The reason of the wait in the timeline and the metrics. */
  waitsFor: WaitReason | null;
  /** The effect beyond this step. */
  effect: 'PAUSE_ACCOUNT' | 'EXPIRE_ACCOUNT' | 'FORGET_STATE' | 'FORGET_MEDIA' | null;
}

/** The meaning of each kind of failure. No other code decides it. */
const meanings = {
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
  // This call made nothing public, but an earlier one may have. The code tells the look-up.
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
} as const satisfies Record<PlatformFailure['kind'], Meaning>;

/**
 * Handles a failure before the claim. Nothing can be public yet, so an unclear response counts as none. STALE means
 * that the account has other credentials than the refused ones, and the step must be loaded again.
 */
export async function stopBeforeCall(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
  answer: PlatformFailure | { kind: 'pending'; checkAfterMs: number | null },
): Promise<StepResult | { kind: 'STALE' }> {
  if (answer.kind === 'pending') {
    await tellWait(deps, input, loaded, 'NOT_READY');
    return { kind: 'NOT_READY', waitMs: answer.checkAfterMs };
  }
  const failure = beforeCall(answer);
  if (failure.kind === 'auth-revoked' && !(await expire(deps, loaded, failure))) return { kind: 'STALE' };
  const isFinal = meanings[failure.kind].answer === 'FAILED';
  // Until the post is due, users can still correct it, and then it is tried again.
  if (isFinal && loaded.earlyUntilMs === null) await failStep(deps, input, toldOf(failure));
  await applyEffect(deps, input, loaded, failure);
  if (isFinal && loaded.earlyUntilMs !== null)
    return notDue(loaded.earlyUntilMs, deps.publishing.dueClock.nowMs(input.nowMs));
  const wait = waitOf(failure, input.nowMs);
  if (wait !== undefined) await tellWait(deps, input, loaded, wait.reason, wait.until);
  return stepResultOf(failure, loaded);
}

/** Before the call, an unclear response counts as none, and a refused repeat is an ordinary refusal. */
function beforeCall(answer: PlatformFailure): PlatformFailure {
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

/** The call was made and failed. Its attempt records that before anything else happens. */
export async function failAfterCall(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
  { attemptId }: ClaimedCall,
  answer: PlatformFailure,
): Promise<StepResult> {
  const { metrics } = deps;
  const { name } = loaded.platform;
  let failure = answer;
  const ended = await persist(deps, () =>
    recordFailure(deps, input, attemptId, async (tx) => {
      failure = await asOfNow(tx, loaded.account, answer);
      const wait = waitOf(failure, input.nowMs);
      return {
        outcome: meanings[failure.kind].outcome,
        error: errorOf(failure),
        told: toldOf(failure),
        ...(wait && { wait }),
        learned: learnedFrom(failure),
      };
    }),
  );
  const wait = waitOf(failure, input.nowMs);
  metrics.publishAttempt(name, input.step, meanings[failure.kind].outcome);
  if (wait !== undefined) metrics.publishWait(name, wait.reason);
  await applyEffect(deps, input, loaded, failure);
  return ended === 'CLOSED' ? { kind: 'CLOSED' } : stepResultOf(failure, loaded);
}

/** Records a wait in the timeline that no attempt's end explains. */
export async function tellWait(
  deps: ServiceDeps,
  input: CommitInput,
  { platform }: Pick<LoadedPublication, 'platform'>,
  reason: WaitReason,
  until?: Date,
): Promise<void> {
  await recordWait(deps, input, reason, until);
  deps.metrics.publishWait(platform.name, reason);
}

function errorOf(failure: PlatformFailure): StepError {
  const own = 'code' in failure ? failure.code : undefined;
  return { code: own ?? meanings[failure.kind].code, message: failure.message };
}

/** The error that the target shows. */
function toldOf(failure: PlatformFailure): StepError {
  return failure.kind === 'auth-revoked' ? deadGrant : errorOf(failure);
}

/** Details of a failure that the following look-up needs; null if there are none. */
function learnedFrom(failure: PlatformFailure): JsonObject | null {
  switch (failure.kind) {
    case 'ambiguous':
      return failure.state ?? null;
    case 'duplicate':
      // Null replaces the post that an earlier refused repeat pointed to.
      return { duplicateOf: failure.of === undefined ? null : { ...failure.of } };
    default:
      return null;
  }
}

/** The wait that the platform asked for, within limits. */
function pauseMsOf(failure: PlatformFailure): number {
  const statedMs = failure.kind === 'rate-limited' ? failure.retryAfterMs : null;
  return clampRetryAfterMs(statedMs ?? undefined);
}

function waitOf(failure: PlatformFailure, nowMs: number): FailedAttempt['wait'] {
  const { waitsFor: reason } = meanings[failure.kind];
  if (reason === null) return undefined;
  return reason === 'RATE_LIMITED' ? { reason, until: new Date(nowMs + pauseMsOf(failure)) } : { reason };
}

async function applyEffect(
  deps: ServiceDeps,
  input: CommitInput,
  { account, target, lastNumber }: LoadedPublication,
  failure: PlatformFailure,
): Promise<void> {
  switch (meanings[failure.kind].effect) {
    case 'FORGET_STATE':
      await saveState(deps, input, lastNumber, null);
      return;
    case 'FORGET_MEDIA':
      await saveState(deps, input, lastNumber, 'drop-media');
      return;
    case 'PAUSE_ACCOUNT':
      return persist(deps, () => startPace(deps, { account, target }, input.nowMs + pauseMsOf(failure)));
    case 'EXPIRE_ACCOUNT':
      await expire(deps, { account }, failure);
      return;
    case null:
  }
}

/** Returns whether the account still has these credentials. Newer ones are not known to be dead. */
function expire(
  deps: ServiceDeps,
  { account }: Pick<LoadedPublication, 'account'>,
  { message }: PlatformFailure,
): Promise<boolean> {
  return persist(deps, () => expireAccount(deps, account.id, account.credentialsVersion, message));
}

function stepResultOf(failure: PlatformFailure, { account }: LoadedPublication): StepResult {
  switch (failure.kind) {
    case 'auth-expired':
      return { kind: meanings[failure.kind].answer, credentialsVersion: account.credentialsVersion };
    case 'rate-limited': {
      const reason = failure.code && { reason: failure.code };
      return { kind: meanings[failure.kind].answer, waitMs: pauseMsOf(failure), ...reason };
    }
    default:
      return { kind: meanings[failure.kind].answer };
  }
}
