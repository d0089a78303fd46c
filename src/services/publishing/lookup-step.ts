import type { FindAnswer } from '../../platforms/kit/platform.js';
import { lookupResultOf } from '../../domain/look-up-verdict.js';
import { isOutcomeOpen } from '../../domain/publish-attempts.js';
import { lookupSlackMs } from '../../domain/publish-ladders.js';
import { isDuplicate } from '../../domain/step-errors.js';
import { publicationIdOf, type LookupInput, type LookupResult } from '../../domain/workflow-contract.js';
import { firstCallInDoubtAt, withoutDuplicateOf } from '../attempts/duplicate-attempt.js';
import { countEnd } from '../attempts/end-step.js';
import { lastAttempt, type AttemptRow } from '../attempts/last-attempts.js';
import type { ServiceDeps } from '../shared/context.js';
import { lockOpen } from './internal/fence.js';
import { finishPublished } from './internal/finish-published.js';
import { openPost } from './internal/open-post.js';
import { loadPublication, takenExternalIds, type LoadedPublication } from './internal/publication.js';
import { settleLookup } from './internal/settle-lookup.js';

/**
 * After an ambiguous call, asks the platform about the post and settles the attempt as far as the response allows. If
 * the post is found, its id is stored. If it was reported absent often enough, a new attempt may follow. Otherwise the
 * workflow asks again later, and after the last time the step fails with PUBLISH_UNCONFIRMED.
 */
export async function lookupStep(deps: ServiceDeps, input: LookupInput): Promise<LookupResult> {
  // A run that began before the due time may have lost its worker before it opened the post.
  await openPost(deps, input);
  const current = await deps.db.transaction(async (tx) => {
    const open = await lockOpen(tx, input);
    const last = await lastAttempt(tx, publicationIdOf(input));
    // PUBLISHED is returned even for a closed step: a worker recorded the success but was lost before it could report
    // it, so the following steps are still to do.
    return open !== undefined || last?.outcome === 'PUBLISHED' ? last : 'CLOSED';
  });
  if (current === 'CLOSED') return { kind: 'CLOSED' };
  // Without an unsettled attempt, the worker was lost before the claim, so nothing was sent.
  if (current === undefined || !isOutcomeOpen(current.outcome)) {
    return current?.outcome === 'PUBLISHED' ? { kind: 'PUBLISHED' } : { kind: 'ABSENT' };
  }
  const found = await loadPublication(deps, publicationIdOf(input), input.nowMs);
  const loaded = found === undefined || 'failure' in found ? undefined : found;
  // The response describes an earlier moment than its arrival, so the clock is read before asking.
  const askedAtMs = Math.max(input.nowMs, deps.clock.now().getTime());
  const answer = loaded === undefined ? null : await askForPublished(deps, loaded, current);
  if (answer?.kind === 'auth-expired' && loaded !== undefined) {
    return { kind: 'AUTH_EXPIRED', credentialsVersion: loaded.account.credentialsVersion };
  }
  const settled = await settleLookup(deps, input, current, { answer, askedAtMs, loaded });
  if (settled.lookup === null) return { kind: settled.answer };
  deps.metrics.publishLookup(settled.platform, settled.lookup);
  countEnd(deps, input, settled.end);
  if (settled.isCanceled) return { kind: 'CLOSED' };
  if (answer?.kind === 'found' && settled.lookup === 'FOUND' && loaded !== undefined) {
    await finishPublished(deps, input, loaded, answer.published);
  }
  return lookupResultOf(settled.lookup, answer?.kind === 'processing' ? answer.checkAfterMs : null);
}

/** Asks the platform about the publication of an unclear attempt. */
export async function askForPublished(
  deps: ServiceDeps,
  loaded: LoadedPublication,
  attempt: AttemptRow,
): Promise<FindAnswer> {
  const { platform, session, publication, state } = loaded;
  const inDoubtSince = await firstCallInDoubtAt(deps.db, attempt);
  const since = new Date(inDoubtSince.getTime() - lookupSlackMs);
  const takenIds = await takenExternalIds(deps.db, attempt, since);
  const sent = { ...publication, text: attempt.sentText };
  // The post that the platform named can be ours only if an earlier call may have published it.
  const mayBeOurs = isDuplicate(attempt) && inDoubtSince < attempt.startedAt;
  const known = mayBeOurs ? state : withoutDuplicateOf(state);
  return platform.findPublished(session, sent, known, { since, takenIds });
}
