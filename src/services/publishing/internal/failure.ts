import {
  errorOf,
  failureBeforeCall,
  learnedFrom,
  pauseMsOf,
  stepResultOf,
  toldOf,
  waitAfter,
} from '../../../domain/failure-answers.js';
import { failureMeanings } from '../../../domain/failure-meanings.js';
import type { WaitReason } from '../../../domain/timeline.js';
import type { CommitInput, StepResult } from '../../../domain/workflow-contract.js';
import type { PlatformFailure } from '../../../platforms/kit/failure.js';
import type { ServiceDeps } from '../../shared/context.js';
import { expireAccount } from '../../account-grants/expire.js';
import { recordWait } from '../../timeline/record.js';
import type { ClaimedCall } from './claim.js';
import { asOfNow } from './dead-grant.js';
import { notDue } from './due-clock-now.js';
import { saveState } from './fence.js';
import { startPace } from './pace.js';
import { persist } from '../../shared/rows/persist.js';
import type { LoadedPublication } from './publication.js';
import { failStep, recordFailure, type FailedAttempt } from './record-failure.js';

/**
 * Handles a failure before the claim. No call was made, so an unclear response counts as "not sent". STALE means that
 * the account's credentials are newer than the refused ones, so the step must be loaded again.
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
  const failure = failureBeforeCall(answer);
  if (failure.kind === 'auth-revoked' && !(await expire(deps, loaded, failure))) return { kind: 'STALE' };
  const isFinal = failureMeanings[failure.kind].answer === 'FAILED';
  // Before the due time, nothing fails: users can still correct the post, and it is tried again when it is due.
  if (isFinal && loaded.earlyUntilMs === null) await failStep(deps, input, toldOf(failure));
  await applyEffect(deps, input, loaded, failure);
  if (isFinal && loaded.earlyUntilMs !== null)
    return notDue(loaded.earlyUntilMs, deps.publishing.dueClock.nowMs(input.nowMs));
  const wait = waitOf(failure, input.nowMs);
  if (wait !== undefined) await tellWait(deps, input, loaded, wait.reason, wait.until);
  return stepResultOf(failure, loaded.account.credentialsVersion);
}

/** Records a call that was made and failed. The attempt's row is written before anything else happens. */
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
        outcome: failureMeanings[failure.kind].outcome,
        error: errorOf(failure),
        told: toldOf(failure),
        ...(wait && { wait }),
        learned: learnedFrom(failure),
      };
    }),
  );
  const wait = waitOf(failure, input.nowMs);
  metrics.publishAttempt(name, input.step, failureMeanings[failure.kind].outcome);
  if (wait !== undefined) metrics.publishWait(name, wait.reason);
  await applyEffect(deps, input, loaded, failure);
  return ended === 'CLOSED' ? { kind: 'CLOSED' } : stepResultOf(failure, loaded.account.credentialsVersion);
}

/** Records a wait before a call in the timeline and the metrics. */
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

function waitOf(failure: PlatformFailure, nowMs: number): FailedAttempt['wait'] {
  const wait = waitAfter(failure, nowMs);
  if (wait === undefined) return undefined;
  const { reason, untilMs } = wait;
  return untilMs === undefined ? { reason } : { reason, until: new Date(untilMs) };
}

async function applyEffect(
  deps: ServiceDeps,
  input: CommitInput,
  { account, row, lastNumber }: LoadedPublication,
  failure: PlatformFailure,
): Promise<void> {
  switch (failureMeanings[failure.kind].effect) {
    case 'FORGET_STATE':
      await saveState(deps, input, lastNumber, null);
      return;
    case 'FORGET_MEDIA':
      await saveState(deps, input, lastNumber, 'drop-media');
      return;
    case 'PAUSE_ACCOUNT':
      return persist(deps, () => startPace(deps, { account, row }, input.nowMs + pauseMsOf(failure)));
    case 'EXPIRE_ACCOUNT':
      await expire(deps, { account }, failure);
      return;
    case null:
  }
}

/** Marks the account as TOKEN_EXPIRED. Returns false if its credentials are newer than the refused ones. */
export function expire(
  deps: ServiceDeps,
  { account }: Pick<LoadedPublication, 'account'>,
  { message }: PlatformFailure,
): Promise<boolean> {
  return persist(deps, () => expireAccount(deps, account.id, account.credentialsVersion, message));
}
