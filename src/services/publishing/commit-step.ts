import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../domain/json.js';
import type { CommitInput, StepResult } from '../../domain/workflow-contract.js';
import { identityOf } from '../attempts/account-identity.js';
import type { ServiceDeps } from '../shared/context.js';
import { assumeEarlierCall, claimAttempt } from './internal/claim.js';
import { failAfterCall, stopBeforeCall } from './internal/failure.js';
import { saveState } from './internal/fence.js';
import { loadStep, type Stopped } from './internal/load-step.js';
import { finishPublished } from './internal/finish-published.js';
import { persist } from '../shared/persist.js';
import type { LoadedPublication } from './internal/publication.js';
import { recordSuccess } from './internal/record-success.js';

/**
 * Takes one step of one target as far as it goes without waiting: prepare, readiness, and the one call that
 * makes it public. Everything before the claim is repeatable; the call itself is made at most once per claim,
 * and its outcome is recorded before it is told.
 */
export async function commitStep(deps: ServiceDeps, input: CommitInput): Promise<StepResult> {
  const loaded = await loadStep(deps, input);
  if ('result' in loaded) return loaded.result;
  const prepared = await prepareStep(deps, input, loaded);
  if ('result' in prepared) return prepared.result;
  const { platform, session, publication, account, lastNumber } = loaded;
  const claim = await claimAttempt(deps, input, {
    sentText: publication.text,
    prepared: prepared.state,
    accountIdentity: identityOf(account),
    lastNumber,
  });
  if (claim.kind !== 'CALL') return claim;
  if (claim.latenessMs !== null) deps.metrics.publishLateness(platform.name, claim.latenessMs);
  const answer = await platform.commit(session, publication, prepared.state, claim.sendBefore);
  if (answer.kind !== 'published') {
    return failAfterCall(deps, input, { ...loaded, lastNumber: claim.number }, claim, answer);
  }
  const { published } = answer;
  await persist(deps, () => recordSuccess(deps, input, claim, published));
  deps.metrics.publishAttempt(platform.name, input.step, 'PUBLISHED');
  await finishPublished(deps, input, loaded, published);
  return { kind: 'PUBLISHED' };
}

/** Prepares, keeping what an earlier try prepared for the same content, and asks whether the platform is ready. */
async function prepareStep(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
): Promise<{ state: JsonObject } | Stopped> {
  const { platform, session, publication, hasMedia } = loaded;
  const prepared = await platform.prepare(session, publication, loaded.state);
  if (prepared.kind !== 'prepared') return { result: await stopBeforeCall(deps, input, loaded, prepared) };
  const { state } = prepared;
  const isNew = !isDeepStrictEqual(state, loaded.state);
  const save = (): Promise<boolean> => saveState(deps, input, loaded.lastNumber, state);
  // Uploads are not to be repeated. A container or key alone may be lost until the claim, which stores it.
  if (isNew && hasMedia && !(await save())) return overtaken;
  const readiness = await platform.checkReadiness(session, publication, state);
  if (readiness.kind === 'ready') return { state };
  if (readiness.kind === 'used-up') {
    return { result: await assumeEarlierCall(deps, input, loaded, state) };
  }
  if (isNew && !hasMedia && !(await save())) return overtaken;
  return { result: await stopBeforeCall(deps, input, loaded, readiness) };
}

/** Another try was quicker, or the step is closed: the look-up that follows finds out which. */
const overtaken = { result: { kind: 'AMBIGUOUS' } } as const satisfies Stopped;
