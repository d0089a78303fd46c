import { isDeepStrictEqual } from 'node:util';
import { clampRetryAfterMs } from '../../domain/publish-ladders.js';
import { nextMove, type AttemptOutcome } from '../../domain/publish-attempts.js';
import type { JsonObject } from '../../domain/json.js';
import type { WaitReason } from '../../domain/timeline.js';
import type { CommitInput, StepResult } from '../../domain/workflow-contract.js';
import type { CommitAnswer, PlatformFailure } from '../../platforms/platform.js';
import type { ServiceDeps } from '../context.js';
import { expireAccount } from '../social-accounts/refresh.js';
import { recordWait } from '../timeline/record.js';
import { claimAttempt, lastAttempt, saveState } from './attempts.js';
import { failStep, recordOutcome, type StepError } from './outcomes.js';
import { paceWaitMs, startPace } from './pace.js';
import { persist } from './persist.js';
import { loadPublication, type LoadedPublication, type LoadFailure } from './publication.js';

const loadFailureTexts: Record<LoadFailure, string> = {
  ACCOUNT_DISCONNECTED: 'The social account was disconnected before the post was due.',
  PLATFORM_AUTH_FAILED: 'The grant of the social account is no longer valid. Reconnect it.',
  PLATFORM_NOT_SUPPORTED: 'This installation has no connector for the platform.',
};

/**
 * Takes one step of one target as far as it goes without waiting: prepare, readiness, and the one call that
 * makes it public. Everything before the claim is repeatable; the call itself is made at most once per claim,
 * and its outcome is recorded before it is told.
 */
export async function commitStep(deps: ServiceDeps, input: CommitInput): Promise<StepResult> {
  const loaded = await loadPublication(deps.db, deps, input.targetId, input.step);
  if (loaded === undefined) return { kind: 'CLOSED' };
  if (typeof loaded === 'string') {
    await failStep(deps, input, { code: loaded, message: loadFailureTexts[loaded] });
    return { kind: 'FAILED' };
  }
  // What was prepared for a call of unknown outcome is what the look-up needs: it must not be replaced.
  const last = await lastAttempt(deps.db, input.targetId, input.step);
  if (last !== undefined && nextMove(last.outcome) === 'LOOK_UP') return { kind: 'AMBIGUOUS' };
  if (last?.outcome === 'PUBLISHED') return { kind: 'PUBLISHED' };
  const waitMs = await paceWaitMs(deps, loaded, input.nowMs);
  if (waitMs > 0) {
    await waitFor(deps, input, loaded, 'PACED', new Date(input.nowMs + waitMs));
    return { kind: 'RATE_LIMITED', waitMs };
  }
  const prepared = await prepareStep(deps, input, loaded);
  if ('result' in prepared) return prepared.result;
  const claim = await claimAttempt(deps, input, loaded.publication.text);
  switch (claim.kind) {
    case 'CLOSED':
      return { kind: 'CLOSED' };
    case 'ALREADY_PUBLISHED':
      return { kind: 'PUBLISHED' };
    case 'LOOK_UP':
      return { kind: 'AMBIGUOUS' };
    case 'CALL': {
      if (claim.latenessMs !== null) deps.metrics.publishLateness(loaded.platform.name, claim.latenessMs);
      const answer = await loaded.platform.commit(loaded.session, loaded.publication, prepared.state);
      return recordAnswer(deps, input, loaded, claim.attemptId, answer);
    }
  }
}

/** Prepares, keeping what an earlier try prepared for the same content, and asks whether the platform is ready. */
async function prepareStep(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
): Promise<{ state: JsonObject } | { result: StepResult }> {
  const { platform, session, publication } = loaded;
  const prepared = await platform.prepare(session, publication, loaded.state);
  if (prepared.kind !== 'prepared') return { result: await stopBeforeCall(deps, input, loaded, prepared) };
  const { state } = prepared;
  if (!isDeepStrictEqual(state, loaded.state)) await saveState(deps, input, state);
  const readiness = await platform.checkReadiness(session, publication, state);
  if (readiness.kind === 'ready') return { state };
  if (readiness.kind === 'pending') {
    await waitFor(deps, input, loaded, 'NOT_READY');
    return { result: { kind: 'NOT_READY', waitMs: readiness.checkAfterMs } };
  }
  return { result: await stopBeforeCall(deps, input, loaded, readiness) };
}

/** A failure before the claim: nothing public can have happened, so an unclear answer is as good as none. */
async function stopBeforeCall(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
  answer: PlatformFailure,
): Promise<StepResult> {
  const failure: PlatformFailure = answer.kind === 'ambiguous' ? { ...answer, kind: 'not-sent' } : answer;
  const error = errorOf(failure);
  if (error !== undefined) await failStep(deps, input, error);
  await afterFailure(deps, input, loaded, failure);
  const wait = waitAfter(input, failure);
  if (wait !== undefined) await waitFor(deps, input, loaded, wait.reason, wait.until);
  return toStepResult(failure, loaded);
}

async function recordAnswer(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
  attemptId: string,
  answer: CommitAnswer,
): Promise<StepResult> {
  if (answer.kind === 'published') {
    const { published } = answer;
    await persist(deps, () => recordOutcome(deps, input, attemptId, { outcome: 'PUBLISHED', published }));
    deps.metrics.publishAttempt(loaded.platform.name, input.step, 'PUBLISHED');
    return { kind: 'PUBLISHED' };
  }
  const error = errorOf(answer) ?? {
    code: transientCodes[answer.kind] ?? 'PLATFORM_UNAVAILABLE',
    message: answer.message,
  };
  const outcome = outcomes[answer.kind];
  const wait = waitAfter(input, answer);
  await persist(deps, () => recordOutcome(deps, input, attemptId, { outcome, error, ...(wait && { wait }) }));
  deps.metrics.publishAttempt(loaded.platform.name, input.step, outcome);
  if (wait !== undefined) deps.metrics.publishWait(loaded.platform.name, wait.reason);
  await afterFailure(deps, input, loaded, answer);
  return toStepResult(answer, loaded);
}

/** Why, and until when if that is said, the run waits after a failure; undefined where it does not. */
function waitAfter(
  { nowMs }: CommitInput,
  failure: PlatformFailure,
): { reason: WaitReason; until?: Date } | undefined {
  if (failure.kind === 'not-sent') return { reason: 'UNREACHABLE' };
  if (failure.kind !== 'rate-limited') return undefined;
  const waitMs = clampRetryAfterMs(failure.retryAfterMs ?? undefined);
  return { reason: 'RATE_LIMITED', until: new Date(nowMs + waitMs) };
}

/** Makes a wait visible that no attempt's end tells of. */
async function waitFor(
  deps: ServiceDeps,
  input: CommitInput,
  { platform }: LoadedPublication,
  reason: WaitReason,
  until?: Date,
): Promise<void> {
  await recordWait(deps, input, reason, until);
  deps.metrics.publishWait(platform.name, reason);
}

/** What a failure means beyond this step: the prepared object is gone, or the account's grant is. */
async function afterFailure(
  deps: ServiceDeps,
  input: CommitInput,
  { account, target }: LoadedPublication,
  failure: PlatformFailure,
): Promise<void> {
  if (failure.kind === 'prepare-again') await saveState(deps, input, null);
  if (failure.kind === 'rate-limited') {
    await startPace(
      deps,
      { account, target },
      input.nowMs + clampRetryAfterMs(failure.retryAfterMs ?? undefined),
    );
  }
  if (failure.kind === 'auth-revoked') await expireAccount(deps, account.id, account.credentialsVersion);
}

const outcomes: Record<PlatformFailure['kind'], AttemptOutcome> = {
  rejected: 'REJECTED',
  'auth-expired': 'AUTH_EXPIRED',
  'auth-revoked': 'REJECTED',
  'rate-limited': 'RATE_LIMITED',
  'not-sent': 'NOT_SENT',
  ambiguous: 'AMBIGUOUS',
  'prepare-again': 'PREPARE_AGAIN',
};

const transientCodes: Partial<Record<PlatformFailure['kind'], StepError['code']>> = {
  'auth-expired': 'PLATFORM_AUTH_FAILED',
  'rate-limited': 'RATE_LIMITED',
  ambiguous: 'PUBLISH_UNCONFIRMED',
};

/** The error to store, where a failure is final for the step. */
function errorOf(failure: PlatformFailure): StepError | undefined {
  if (failure.kind === 'rejected') return { code: failure.code, message: failure.message };
  if (failure.kind === 'auth-revoked') return { code: 'PLATFORM_AUTH_FAILED', message: failure.message };
  return undefined;
}

function toStepResult(failure: PlatformFailure, loaded: LoadedPublication): StepResult {
  switch (failure.kind) {
    case 'rejected':
    case 'auth-revoked':
      return { kind: 'FAILED' };
    case 'auth-expired':
      return { kind: 'AUTH_EXPIRED', credentialsVersion: loaded.account.credentialsVersion };
    case 'rate-limited':
      return { kind: 'RATE_LIMITED', waitMs: clampRetryAfterMs(failure.retryAfterMs ?? undefined) };
    case 'not-sent':
      return { kind: 'NOT_SENT' };
    case 'ambiguous':
      return { kind: 'AMBIGUOUS' };
    case 'prepare-again':
      return { kind: 'PREPARE_AGAIN' };
  }
}
