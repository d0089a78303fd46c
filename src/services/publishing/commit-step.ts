import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../domain/json.js';
import type { CommitInput, StepResult } from '../../domain/workflow-contract.js';
import type { CommitAnswer, PlatformFailure } from '../../platforms/kit/platform.js';
import type { ServiceDeps } from '../shared/context.js';
import { claimAttempt, saveState } from './internal/claim.js';
import { claimInputOf, loadForStep, stopBeforeCall, waitForPace, withMedia } from './internal/load-step.js';
import type { StepError } from './internal/outcome-fields.js';
import { recordFailure, type FailedAttempt } from './internal/record-failure.js';
import { addPermalink } from './internal/permalink.js';
import { persist } from './internal/persist.js';
import type { LoadedPublication } from './internal/publication.js';
import { recordSuccess, type ClaimedCall } from './internal/record-success.js';
import { afterFailure, errorOf, toStepResult, waitAfter, waitFor } from './internal/failure.js';

/**
 * Takes one step of one target as far as it goes without waiting: prepare, readiness, and the one call that
 * makes it public. Everything before the claim is repeatable; the call itself is made at most once per claim,
 * and its outcome is recorded before it is told.
 */
export async function commitStep(deps: ServiceDeps, input: CommitInput): Promise<StepResult> {
  const loaded = await loadForStep(deps, input);
  if ('result' in loaded) return loaded.result;
  const pace = await waitForPace(deps, input, loaded);
  if (pace !== null) return pace;
  const complete = await withMedia(deps, input, loaded);
  if ('result' in complete) return complete.result;
  const prepared = await prepareStep(deps, input, complete);
  if ('result' in prepared) return prepared.result;
  const claim = await claimAttempt(deps, input, { ...claimInputOf(loaded), prepared: prepared.state });
  switch (claim.kind) {
    case 'CLOSED':
      return { kind: 'CLOSED' };
    case 'ALREADY_PUBLISHED':
      return { kind: 'PUBLISHED' };
    case 'LOOK_UP':
      return { kind: 'AMBIGUOUS' };
    case 'CALL': {
      if (claim.latenessMs !== null) deps.metrics.publishLateness(loaded.platform.name, claim.latenessMs);
      const { platform, session, publication } = complete;
      const answer = await platform.commit(session, publication, prepared.state, claim.sendBefore);
      return recordAnswer(deps, input, { ...loaded, lastNumber: claim.number }, claim, answer);
    }
  }
}

/** Prepares, keeping what an earlier try prepared for the same content, and asks whether the platform is ready. */
async function prepareStep(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
): Promise<{ state: JsonObject } | { result: StepResult }> {
  const { platform, session, publication, hasMedia } = loaded;
  const prepared = await platform.prepare(session, publication, loaded.state);
  if (prepared.kind === 'pending') return notReady(deps, input, loaded, prepared.checkAfterMs);
  if (prepared.kind !== 'prepared') return { result: await stopBeforeCall(deps, input, loaded, prepared) };
  const { state } = prepared;
  const isNew = !isDeepStrictEqual(state, loaded.state);
  const save = (): Promise<boolean> => saveState(deps, input, loaded.lastNumber, state);
  // Uploads are not to be repeated. A container or key alone may be lost until the claim, which stores it.
  if (isNew && hasMedia && !(await save())) return overtaken;
  const readiness = await platform.checkReadiness(session, publication, state);
  if (readiness.kind === 'ready') return { state };
  if (isNew && !hasMedia && !(await save())) return overtaken;
  if (readiness.kind === 'pending') return notReady(deps, input, loaded, readiness.checkAfterMs);
  return { result: await stopBeforeCall(deps, input, loaded, readiness) };
}

/** Another try was quicker, or the step is closed: the look-up that follows finds out which. */
const overtaken = { result: { kind: 'AMBIGUOUS' } } as const satisfies { result: StepResult };

async function notReady(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
  waitMs: number | null,
): Promise<{ result: StepResult }> {
  await waitFor(deps, input, loaded, 'NOT_READY');
  return { result: { kind: 'NOT_READY', waitMs } };
}

async function recordAnswer(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
  call: ClaimedCall,
  answer: CommitAnswer,
): Promise<StepResult> {
  if (answer.kind === 'published') {
    const { published } = answer;
    await persist(deps, () => recordSuccess(deps, input, call, published));
    deps.metrics.publishAttempt(loaded.platform.name, input.step, 'PUBLISHED');
    await addPermalink(deps, input, loaded, published);
    return { kind: 'PUBLISHED' };
  }
  const error = errorOf(answer) ?? {
    code: limitCode(answer) ?? transientCodes[answer.kind] ?? 'PLATFORM_UNAVAILABLE',
    message: answer.message,
  };
  const outcome = outcomes[answer.kind];
  const wait = waitAfter(input, answer);
  const ended = await persist(deps, () =>
    recordFailure(deps, input, call.attemptId, { outcome, error, ...(wait && { wait }) }),
  );
  deps.metrics.publishAttempt(loaded.platform.name, input.step, outcome);
  if (wait !== undefined) deps.metrics.publishWait(loaded.platform.name, wait.reason);
  await afterFailure(deps, input, loaded, answer);
  return ended === 'CLOSED' ? { kind: 'CLOSED' } : toStepResult(answer, loaded);
}

const outcomes: Record<PlatformFailure['kind'], FailedAttempt['outcome']> = {
  rejected: 'REJECTED',
  'auth-expired': 'AUTH_EXPIRED',
  'auth-revoked': 'REJECTED',
  'rate-limited': 'RATE_LIMITED',
  'not-sent': 'NOT_SENT',
  ambiguous: 'AMBIGUOUS',
  duplicate: 'AMBIGUOUS',
  'prepare-again': 'PREPARE_AGAIN',
  'upload-again': 'PREPARE_AGAIN',
};

function limitCode(answer: PlatformFailure): StepError['code'] | undefined {
  return answer.kind === 'rate-limited' ? answer.code : undefined;
}

const transientCodes: Partial<Record<PlatformFailure['kind'], StepError['code']>> = {
  'auth-expired': 'PLATFORM_AUTH_FAILED',
  'rate-limited': 'RATE_LIMITED',
  ambiguous: 'PUBLISH_UNCONFIRMED',
  // The look-up reads it: such an attempt is known to have made nothing public itself.
  duplicate: 'DUPLICATE_CONTENT',
};
