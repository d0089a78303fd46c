import type { PlatformName } from '../../domain/platforms.js';
import { absencesToCommitAgain, lookupSlackMs, lostAttemptAgeMsMin } from '../../domain/publish-ladders.js';
import type { LookupInput, LookupResult } from '../../domain/workflow-contract.js';
import type { FindAnswer } from '../../platforms/platform.js';
import type { Tx } from '../../db/client.js';
import type { ServiceDeps } from '../context.js';
import { lastAttempt, lockOpenTarget, type AttemptRow } from './attempts.js';
import type { LookupOutcome } from '../../domain/timeline.js';
import { publisher, recordEvents } from '../timeline/record.js';
import { duplicateAbsencesMax, duplicateError, firstPossibleAt, isDuplicate } from './duplicate-attempt.js';
import type { StepEnd, StepError } from './outcome-fields.js';
import { closeAttempt, countEnd, endEntries, recordFailed, recordPublished } from './outcomes.js';
import { persist } from './persist.js';
import { loadPublication, takenExternalIds, type LoadedPublication } from './publication.js';

const unconfirmed: StepError = {
  code: 'PUBLISH_UNCONFIRMED',
  message: 'The post was sent, but no answer came, and the platform does not show whether it was published.',
};

/**
 * After an ambiguous commit: asks the platform, and settles the attempt as far as the answer allows.
 * Found: the platform's id is adopted. Absent, proven often enough: a new attempt may be made. Otherwise the
 * workflow asks again later; after the last time the step fails as PUBLISH_UNCONFIRMED.
 */
export async function lookupStep(deps: ServiceDeps, input: LookupInput): Promise<LookupResult> {
  const current = await deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    const last = await lastAttempt(tx, input.targetId, input.step);
    // Recorded by a worker that was lost before it could tell: the steps that follow are still owed.
    return open !== undefined || last?.outcome === 'PUBLISHED' ? last : 'CLOSED';
  });
  if (current === 'CLOSED') return { kind: 'CLOSED' };
  // The worker was lost before it claimed: nothing was sent.
  if (current === undefined || !isUnsettled(current)) {
    return current?.outcome === 'PUBLISHED' ? { kind: 'PUBLISHED' } : { kind: 'ABSENT' };
  }
  const loaded = await loadPublication(deps.db, deps, input.targetId, input.step);
  // An answer tells of the time before it was given.
  const askedAtMs = Math.max(input.nowMs ?? 0, deps.clock.now().getTime());
  const answer = typeof loaded === 'object' ? await ask(deps, loaded, current) : null;
  if (answer?.kind === 'auth-expired' && typeof loaded === 'object') {
    return { kind: 'AUTH_EXPIRED', credentialsVersion: loaded.account.credentialsVersion };
  }
  const settled = await persist(deps, () => settle(deps, input, current, { answer, askedAtMs, loaded }));
  if (settled.lookup === null) return { kind: 'CLOSED' };
  deps.metrics.publishLookup(settled.platform, settled.lookup);
  countEnd(deps, input, settled.end);
  return { kind: settled.lookup === 'FOUND' ? 'PUBLISHED' : settled.lookup };
}

type Settled = { lookup: null } | { lookup: LookupOutcome; platform: PlatformName; end: StepEnd | undefined };

/**
 * How often in a row the platform must say "absent". An attempt that a whole ladder has left unconfirmed needs no
 * second answer any more; and where the caller has accepted a double, not being seen once is enough.
 */
function absencesNeeded({ platform, target }: LoadedPublication, attempt: AttemptRow): number {
  const needed = absencesToCommitAgain[platform.guarantee];
  if (isDuplicate(attempt)) return Math.min(needed, duplicateAbsencesMax);
  if (attempt.outcome !== 'UNCONFIRMED') return needed;
  return target.republishUnconfirmed || Number.isFinite(needed) ? 1 : needed;
}

function isUnsettled({ outcome }: AttemptRow): boolean {
  return outcome === null || outcome === 'AMBIGUOUS' || outcome === 'UNCONFIRMED';
}

async function ask(deps: ServiceDeps, loaded: LoadedPublication, attempt: AttemptRow): Promise<FindAnswer> {
  const { platform, session, publication, state, target } = loaded;
  const possibleAt = await firstPossibleAt(deps.db, attempt);
  const since = new Date(possibleAt.getTime() - lookupSlackMs);
  const takenIds = await takenExternalIds(deps.db, { target, step: attempt.step }, since);
  const sent = { ...publication, text: attempt.sentText };
  return platform.findPublished(session, sent, state, { since, takenIds });
}

interface Asked {
  /** Null where the account, or this build, could not be asked at all. */
  answer: FindAnswer | null;
  askedAtMs: number;
  loaded: Awaited<ReturnType<typeof loadPublication>>;
}

async function settle(
  deps: ServiceDeps,
  input: LookupInput,
  attempt: AttemptRow,
  asked: Asked,
): Promise<Settled> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    if (open === undefined) return { lookup: null };
    const lookup = verdictOf(input, attempt, asked);
    const end = await applyVerdict(tx, deps, input, attempt, lookup, asked.answer);
    const { targetId, step } = input;
    await recordEvents(tx, deps, input.postId, publisher, [
      { kind: 'LOOKED_UP', targetId, detail: { step, attempt: attempt.number, lookup } },
      ...endEntries(input, end),
    ]);
    return { lookup, platform: open.target.platform, end };
  });
}

function verdictOf(input: LookupInput, attempt: AttemptRow, asked: Asked): LookupOutcome {
  const { answer, loaded } = asked;
  if (answer?.kind === 'found') return 'FOUND';
  const open = mightStillBeSent(attempt, asked);
  if (answer?.kind === 'absent' && typeof loaded === 'object' && !open) {
    if (input.absencesBefore + 1 >= absencesNeeded(loaded, attempt)) {
      // The same call would be refused again.
      return isDuplicate(attempt) ? 'UNCONFIRMED' : 'ABSENT';
    }
  }
  const settledBefore = attempt.outcome === 'UNCONFIRMED' && answer?.kind === 'absent' && !open;
  if (input.last || settledBefore) return 'UNCONFIRMED';
  return answer?.kind === 'absent' ? 'NOT_SEEN' : 'UNKNOWN';
}

/**
 * Whether the call could still be ahead: its worker has not told how it ended, so it may only be frozen. AMBIGUOUS is
 * an end that it told of, and on a keyed platform a late call cannot double.
 */
function mightStillBeSent({ outcome, startedAt }: AttemptRow, { askedAtMs, loaded }: Asked): boolean {
  if (outcome === 'AMBIGUOUS') return false;
  if (typeof loaded === 'object' && loaded.platform.guarantee === 'keyed') return false;
  return askedAtMs < startedAt.getTime() + lostAttemptAgeMsMin;
}

async function applyVerdict(
  tx: Tx,
  deps: ServiceDeps,
  input: LookupInput,
  attempt: AttemptRow,
  lookup: LookupOutcome,
  answer: FindAnswer | null,
): Promise<StepEnd | undefined> {
  if (answer?.kind === 'found') {
    await closeAttempt(tx, deps, attempt.id, { outcome: 'PUBLISHED', published: answer.published });
    return recordPublished(tx, deps, input, answer.published);
  }
  if (lookup === 'ABSENT') await closeAttempt(tx, deps, attempt.id, { outcome: 'ABSENT' });
  if (lookup !== 'UNCONFIRMED') return undefined;
  if (isDuplicate(attempt)) {
    const error = duplicateError(attempt);
    // Seen to be absent, it needs no look-up before a retry.
    const outcome = answer?.kind === 'absent' ? 'REJECTED' : 'UNCONFIRMED';
    await closeAttempt(tx, deps, attempt.id, { outcome, error });
    return recordFailed(tx, deps, input, error);
  }
  await closeAttempt(tx, deps, attempt.id, { outcome: 'UNCONFIRMED', error: unconfirmed });
  return recordFailed(tx, deps, input, unconfirmed);
}
