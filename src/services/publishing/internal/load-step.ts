import { deadGrant } from '../../../domain/step-errors.js';
import { publicationIdOf, type CommitInput, type StepResult } from '../../../domain/workflow-contract.js';
import { lateForCall } from '../../attempts/late-steps.js';
import type { ServiceDeps } from '../../shared/context.js';
import { assumeAttempt } from './assume-call.js';
import { notDue } from './due-clock-now.js';
import { tellWait } from './failure.js';
import { answerWithoutCall, isClosed } from './fence.js';
import { openPost } from './open-post.js';
import { paceWaitMs } from './pace.js';
import { loadPublicationMedia } from './publication-media.js';
import {
  loadPublication,
  type FailedLoad,
  type FoundPublication,
  type LoadedPublication,
  type LoadFailure,
} from './publication.js';
import { cancelStep, failStep } from './record-failure.js';

const loadFailureTexts: Record<LoadFailure, string> = {
  ACCOUNT_DISCONNECTED: 'The social account was disconnected before it was published.',
  PLATFORM_AUTH_FAILED: deadGrant.message,
  PLATFORM_NOT_SUPPORTED: 'This installation does not support the platform.',
};

/** How many times a step is loaded again because something changed before its call. */
export const loadsMax = 4;

/** The result for the workflow if the step does not continue. */
export interface Stopped {
  result: StepResult;
}

/**
 * Loads the data that a step needs, including its media, once the pace of the account allows it. A step with a call of
 * unknown outcome, or with a call that may be missing in the database, stops here: its look-up needs the state that was
 * prepared for that call, so nothing may replace it. If the account, this build or the media make a publication
 * impossible, the step fails, but not before the post is due, because until then users can still fix it.
 */
export async function loadStep(
  deps: ServiceDeps,
  input: CommitInput,
  { signal, found }: { signal?: AbortSignal; found?: FoundPublication | undefined } = {},
): Promise<LoadedPublication | Stopped> {
  const loaded = await loadOpened(deps, input, found);
  if (loaded === undefined) return { result: { kind: 'CLOSED' } };
  if ('failure' in loaded) return failLoad(deps, input, loaded);
  const { earlyUntilMs } = loaded;
  const answer = answerWithoutCall(loaded.last);
  if (earlyUntilMs !== null && (answer !== undefined || loaded.row.lookFirstSince !== null)) {
    return comeBackAt(deps, input, earlyUntilMs);
  }
  if (answer !== undefined) return { result: answer };
  if (isClosed(loaded.post, { ...loaded, publication: loaded.row }, input))
    return { result: { kind: 'CLOSED' } };
  if (loaded.row.cancelRequestedAt !== null) {
    await cancelStep(deps, input);
    return { result: { kind: 'CLOSED' } };
  }
  const pausedMs = loaded.account.pacedUntil?.getTime() ?? 0;
  // During a pause nothing is prepared early, and the slots after the pause are for due posts.
  if (earlyUntilMs !== null && pausedMs > nowMsOf(deps, input))
    return comeBackAt(deps, input, Math.min(earlyUntilMs, pausedMs));
  if (await assumeAttempt(deps, input, loaded)) return { result: { kind: 'AMBIGUOUS' } };
  if (await failIfLate(deps, input, loaded)) return { result: { kind: 'FAILED' } };
  const waitMs = await paceWaitMs(deps, loaded, input.nowMs);
  if (waitMs > 0) {
    await tellWait(deps, input, loaded, 'PACED', new Date(input.nowMs + waitMs));
    return { result: { kind: 'RATE_LIMITED', waitMs } };
  }
  if (!loaded.hasMedia) return loaded;
  const files = await loadPublicationMedia(deps, loaded.carrier, signal);
  if ('media' in files) return { ...loaded, publication: { ...loaded.publication, ...files } };
  if (earlyUntilMs !== null) return comeBackAt(deps, input, earlyUntilMs);
  await failStep(deps, input, { code: 'MEDIA_UNAVAILABLE', message: files.unavailable });
  return { result: { kind: 'FAILED' } };
}

/** Ends a step whose window has passed. The callers check this before they prepare anything and again after a wait. */
export async function failIfLate(
  deps: ServiceDeps,
  input: CommitInput,
  { row, last }: Pick<LoadedPublication, 'row' | 'last'>,
): Promise<boolean> {
  const late = lateForCall(row, last, nowMsOf(deps, input));
  if (late === undefined) return false;
  await failStep(deps, input, late);
  return true;
}

function nowMsOf({ clock }: ServiceDeps, { nowMs }: CommitInput): number {
  return Math.max(nowMs, clock.now().getTime());
}

/** Loads the step. If its post became due while the run prepared it, the post is opened first. */
async function loadOpened(
  deps: ServiceDeps,
  input: CommitInput,
  found: FoundPublication | undefined,
): Promise<LoadedPublication | FailedLoad | undefined> {
  const load = (known?: FoundPublication) =>
    loadPublication(deps, publicationIdOf(input), input.nowMs, known);
  const loaded = await load(found);
  if (loaded?.post.status !== 'SCHEDULED' || loaded.earlyUntilMs !== null) return loaded;
  const dueMs = await openPost(deps, input);
  const opened = await load();
  return opened === undefined || dueMs === null ? opened : { ...opened, earlyUntilMs: dueMs };
}

async function failLoad(
  deps: ServiceDeps,
  input: CommitInput,
  { failure, earlyUntilMs }: FailedLoad,
): Promise<Stopped> {
  if (earlyUntilMs !== null) return comeBackAt(deps, input, earlyUntilMs);
  await failStep(deps, input, { code: failure, message: loadFailureTexts[failure] });
  return { result: { kind: 'FAILED' } };
}

export function comeBackAt(
  { publishing: { dueClock } }: ServiceDeps,
  { nowMs }: CommitInput,
  untilMs: number,
): Stopped {
  return { result: notDue(untilMs, dueClock.nowMs(nowMs)) };
}
