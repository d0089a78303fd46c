import type { CommitInput, StepResult } from '../../../domain/workflow-contract.js';
import type { ServiceDeps } from '../../shared/context.js';
import { assumeAttempt } from './claim.js';
import { tellWait } from './failure.js';
import { answerWithoutCall } from './fence.js';
import { paceWaitMs } from './pace.js';
import { loadPublicationMedia } from './publication-media.js';
import { loadPublication, type LoadedPublication, type LoadFailure } from './publication.js';
import { failStep } from './record-failure.js';

const loadFailureTexts: Record<LoadFailure, string> = {
  ACCOUNT_DISCONNECTED: 'The social account was disconnected before it was published.',
  PLATFORM_AUTH_FAILED: 'The grant of the social account is no longer valid. Reconnect it.',
  PLATFORM_NOT_SUPPORTED: 'This installation has no connector for the platform.',
};

/** What the workflow is answered by a step that goes no further. */
export interface Stopped {
  result: StepResult;
}

/**
 * Loads what a step needs, its media among it, once the account's pace lets it go on. A step that has made a call of
 * unknown outcome, or may have made one that no row tells of, goes no further: what was prepared for that call is what
 * its look-up needs, so nothing may replace it. Where the account, this build or the media do not allow a publication,
 * that is recorded and told.
 */
export async function loadStep(
  deps: ServiceDeps,
  input: CommitInput,
  signal?: AbortSignal,
): Promise<LoadedPublication | Stopped> {
  const loaded = await loadPublication(deps.db, deps, input.targetId, input.step);
  if (loaded === undefined) return { result: { kind: 'CLOSED' } };
  if (typeof loaded === 'string') {
    await failStep(deps, input, { code: loaded, message: loadFailureTexts[loaded] });
    return { result: { kind: 'FAILED' } };
  }
  const answer = answerWithoutCall(loaded.last);
  if (answer !== undefined) return { result: answer };
  if (await assumeAttempt(deps, input, loaded)) return { result: { kind: 'AMBIGUOUS' } };
  const waitMs = await paceWaitMs(deps, loaded, input.nowMs);
  if (waitMs > 0) {
    await tellWait(deps, input, loaded, 'PACED', new Date(input.nowMs + waitMs));
    return { result: { kind: 'RATE_LIMITED', waitMs } };
  }
  if (!loaded.hasMedia) return loaded;
  const files = await loadPublicationMedia(deps, loaded.target, signal);
  if ('media' in files) return { ...loaded, publication: { ...loaded.publication, ...files } };
  await failStep(deps, input, { code: 'MEDIA_UNAVAILABLE', message: files.unavailable });
  return { result: { kind: 'FAILED' } };
}
