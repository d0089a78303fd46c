import { nextMove } from '../../../domain/publish-attempts.js';
import type { CommitInput, StepResult } from '../../../domain/workflow-contract.js';
import type { PlatformFailure } from '../../../platforms/kit/platform.js';
import type { ServiceDeps } from '../../shared/context.js';
import { assumeAttempt, type ClaimInput } from './claim.js';
import { failStep } from './record-failure.js';
import { paceWaitMs } from './pace.js';
import { identityOf, loadPublication, type LoadedPublication, type LoadFailure } from './publication.js';
import { loadPublicationMedia } from './publication-media.js';
import { afterFailure, errorOf, toStepResult, waitAfter, waitFor } from './failure.js';

const loadFailureTexts: Record<LoadFailure, string> = {
  ACCOUNT_DISCONNECTED: 'The social account was disconnected before the post was due.',
  PLATFORM_AUTH_FAILED: 'The grant of the social account is no longer valid. Reconnect it.',
  PLATFORM_NOT_SUPPORTED: 'This installation has no connector for the platform.',
};

/**
 * Loads what a step needs. A step that has made a call of unknown outcome, or may have made one that no row tells of,
 * goes no further: what was prepared for that call is what its look-up needs, so nothing may replace it. Where the
 * account or this build cannot publish, that is recorded and told.
 */
export async function loadForStep(
  deps: ServiceDeps,
  input: CommitInput,
): Promise<LoadedPublication | { result: StepResult }> {
  const loaded = await loadPublication(deps.db, deps, input.targetId, input.step);
  if (loaded === undefined) return { result: { kind: 'CLOSED' } };
  if (typeof loaded === 'object') {
    const { last, target } = loaded;
    const move = nextMove(last === undefined ? undefined : last.outcome);
    if (move === 'LOOK_UP') return { result: { kind: 'AMBIGUOUS' } };
    if (move === 'ALREADY_PUBLISHED') return { result: { kind: 'PUBLISHED' } };
    const forgetsState = loaded.platform.guarantee === 'queryable';
    const assumed = { ...claimInputOf(loaded), forgetsState };
    if (target.lookFirstSince !== null && (await assumeAttempt(deps, input, assumed))) {
      return { result: { kind: 'AMBIGUOUS' } };
    }
    return loaded;
  }
  await failStep(deps, input, { code: loaded, message: loadFailureTexts[loaded] });
  return { result: { kind: 'FAILED' } };
}

/** What a claim is told of the publication. */
export function claimInputOf({
  account,
  publication,
  lastNumber,
}: LoadedPublication): Pick<ClaimInput, 'sentText' | 'accountIdentity' | 'lastNumber'> {
  return { sentText: publication.text, accountIdentity: identityOf(account), lastNumber };
}

/** The same with its media; without any it is what it was. */
export async function withMedia(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
  signal?: AbortSignal,
): Promise<LoadedPublication | { result: StepResult }> {
  if (!loaded.hasMedia) return loaded;
  const files = await loadPublicationMedia(deps, loaded.target, signal);
  if ('media' in files) return { ...loaded, publication: { ...loaded.publication, media: files.media } };
  await failStep(deps, input, { code: 'MEDIA_UNAVAILABLE', message: files.unavailable });
  return { result: { kind: 'FAILED' } };
}

/** The wait that a rate limit of the account asks for; null where it may go on. */
export async function waitForPace(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
): Promise<StepResult | null> {
  const waitMs = await paceWaitMs(deps, loaded, input.nowMs);
  if (waitMs <= 0) return null;
  await waitFor(deps, input, loaded, 'PACED', new Date(input.nowMs + waitMs));
  return { kind: 'RATE_LIMITED', waitMs };
}

/** A failure before the claim: nothing public can have happened, so an unclear answer is as good as none. */
export async function stopBeforeCall(
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
