import { and, eq, gte, inArray, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { publishAttempts, targets } from '../../db/schema/index.js';
import type { PlatformName, PublishGuarantee } from '../../domain/platforms.js';
import { isOutcomeOpen } from '../../domain/publish-attempts.js';
import {
  absencesToCommitAgain,
  lookupSlackMs,
  lostAttemptAgeMsMin,
  twinAgeMsMax,
} from '../../domain/publish-ladders.js';
import type { LookupOutcome } from '../../domain/timeline.js';
import type { LookupInput, LookupResult } from '../../domain/workflow-contract.js';
import type { Published } from '../../platforms/kit/failure.js';
import type { FindAnswer } from '../../platforms/kit/platform.js';
import { closeAttempt, type StepError } from '../attempts/close-attempt.js';
import {
  duplicateAbsencesMax,
  duplicateError,
  firstPossibleAt,
  isDuplicate,
  withoutDuplicateOf,
} from '../attempts/duplicate-attempt.js';
import {
  countEnd,
  endEntries,
  endStep,
  unconfirmedAt,
  type EndedStep,
  type OpenStep,
  type StepEnd,
} from '../attempts/end-step.js';
import { lastAttempt, type AttemptRow } from '../attempts/last-attempts.js';
import type { TargetRow } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import { publisher, recordEvents } from '../timeline/record.js';
import { isCancelRequested, lockOpenTarget } from './internal/fence.js';
import { finishPublished } from './internal/finish-published.js';
import { persist } from '../shared/rows/persist.js';
import { noteOther } from './internal/note-other.js';
import { openPost } from './internal/open-post.js';
import { loadPublication, takenExternalIds, type LoadedPublication } from './internal/publication.js';
import { adoptPublished, correctPost, isTaken, readCorrectionDue } from './internal/record-success.js';

/**
 * After an ambiguous commit, asks the platform and settles the attempt as far as the response allows. If the post is
 * found, its id is adopted. If it is absent, and that was proven often enough, a new attempt may follow. Otherwise
 * the workflow asks again later, and after the last time the step fails with PUBLISH_UNCONFIRMED.
 */
export async function lookupStep(deps: ServiceDeps, input: LookupInput): Promise<LookupResult> {
  // A run that began early may not have opened the post before its worker was lost.
  await openPost(deps, { ...input, nowMs: input.nowMs ?? 0 });
  const current = await deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    const last = await lastAttempt(tx, input.targetId, input.step);
    // The success was recorded by a worker that was lost before it could report it, so the following steps are still
    // to do.
    return open !== undefined || last?.outcome === 'PUBLISHED' ? last : 'CLOSED';
  });
  if (current === 'CLOSED') return { kind: 'CLOSED' };
  // The worker was lost before the claim, so nothing was sent.
  if (current === undefined || !isUnsettled(current)) {
    return current?.outcome === 'PUBLISHED' ? { kind: 'PUBLISHED' } : { kind: 'ABSENT' };
  }
  const found = await loadPublication(deps.db, deps, input.targetId, input.step, input.nowMs ?? 0);
  const loaded = found === undefined || 'failure' in found ? undefined : found;
  // A response describes the time before it was given, so the clock is read first.
  const askedAtMs = Math.max(input.nowMs ?? 0, deps.clock.now().getTime());
  const answer = loaded === undefined ? null : await ask(deps, loaded, current);
  if (answer?.kind === 'auth-expired' && loaded !== undefined) {
    return { kind: 'AUTH_EXPIRED', credentialsVersion: loaded.account.credentialsVersion };
  }
  const settled = await persist(deps, () => settle(deps, input, current, { answer, askedAtMs, loaded }));
  if (settled.isCorrectionDue === true) await persist(deps, () => correctPost(deps, input.postId));
  if (settled.lookup === null) return { kind: settled.answer };
  deps.metrics.publishLookup(settled.platform, settled.lookup);
  countEnd(deps, input, settled.end);
  if (settled.isCanceled) return { kind: 'CLOSED' };
  if (answer?.kind === 'found' && settled.lookup === 'FOUND' && loaded !== undefined) {
    await finishPublished(deps, input, loaded, answer.published);
  }
  return lookupResultOf(settled.lookup, answer);
}

function lookupResultOf(lookup: LookupOutcome, answer: FindAnswer | null): LookupResult {
  switch (lookup) {
    case 'FOUND':
      return { kind: 'PUBLISHED' };
    case 'REFUSED':
      return { kind: 'FAILED' };
    case 'PROCESSING':
      return { kind: lookup, waitMs: answer?.kind === 'processing' ? answer.checkAfterMs : null };
    default:
      return { kind: lookup };
  }
}

type Settled =
  /** Nothing was recorded. */
  | { lookup: null; answer: 'CLOSED' | 'UNKNOWN'; isCorrectionDue?: never }
  | {
      lookup: LookupOutcome;
      platform: PlatformName;
      end: StepEnd | undefined;
      isCanceled: boolean;
      isCorrectionDue: boolean;
    };

/** If the container's id is lost, a platform that is queried by it knows no more than a blind one. */
function guaranteeLeft({ platform, publication, state }: LoadedPublication): PublishGuarantee {
  const guarantee = platform.guaranteeOf(publication);
  return guarantee === 'queryable' && state === null ? 'blind' : guarantee;
}

/**
 * How many times in a row the platform must say "absent". An attempt that a whole series of look-ups left unconfirmed
 * needs no second response. If the caller accepted a possible duplicate, one is enough, unless a cancel was requested
 * since: a step that may be public is not called CANCELED.
 */
function absencesNeeded(
  guarantee: PublishGuarantee,
  { republishUnconfirmed, cancelRequestedAt }: TargetRow,
  attempt: AttemptRow,
): number {
  const needed = absencesToCommitAgain[guarantee];
  if (isDuplicate(attempt)) return Math.min(needed, duplicateAbsencesMax);
  // A consent to a possible duplicate of the post does not cover its first comment.
  const hasConsent = republishUnconfirmed && attempt.step === 'POST';
  // An assumed attempt has had no series of look-ups, and a caller who has consented since knows of it.
  const isOld = attempt.outcome === 'UNCONFIRMED' || (attempt.assumed && hasConsent);
  if (!isOld) return needed;
  const isAccepted = hasConsent && cancelRequestedAt === null;
  return isAccepted || Number.isFinite(needed) ? 1 : needed;
}

function isUnsettled({ outcome }: AttemptRow): boolean {
  return isOutcomeOpen(outcome);
}

async function ask(deps: ServiceDeps, loaded: LoadedPublication, attempt: AttemptRow): Promise<FindAnswer> {
  const { platform, session, publication, state } = loaded;
  const possibleAt = await firstPossibleAt(deps.db, attempt);
  const since = new Date(possibleAt.getTime() - lookupSlackMs);
  const takenIds = await takenExternalIds(deps.db, attempt, since);
  const sent = { ...publication, text: attempt.sentText };
  const mayRepeatOurs = isDuplicate(attempt) && possibleAt < attempt.startedAt;
  const known = mayRepeatOurs ? state : withoutDuplicateOf(state);
  return platform.findPublished(session, sent, known, { since, takenIds });
}

interface Asked {
  /** Null if the account, or this build, could not ask. */
  answer: FindAnswer | null;
  askedAtMs: number;
  loaded: LoadedPublication | undefined;
}

/** Another attempt may own the found post. Then it is not this attempt's, and nothing is known about this one. */
async function settle(
  deps: ServiceDeps,
  input: LookupInput,
  attempt: AttemptRow,
  asked: Asked,
): Promise<Settled> {
  try {
    return await settleOnce(deps, input, attempt, asked);
  } catch (error) {
    if (!isTaken(error)) throw error;
    return settleOnce(deps, input, attempt, { ...asked, answer: notOurs });
  }
}

const notOurs: FindAnswer = {
  kind: 'ambiguous',
  message: 'The platform shows a post that belongs to another attempt.',
};

async function settleOnce(
  deps: ServiceDeps,
  input: LookupInput,
  attempt: AttemptRow,
  asked: Asked,
): Promise<Settled> {
  return deps.db.transaction<Settled>(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    const { answer } = asked;
    const isOurs =
      answer?.kind === 'found' && (answer.byId === true || (await isCertain(tx, attempt, asked.loaded)));
    const found = isOurs ? answer.published : null;
    // It is public, whatever has happened to the target meanwhile.
    if (open === undefined && found === null) return { lookup: null, answer: 'CLOSED' };
    // A call began while the platform was asked, and the response says nothing about it.
    if (found === null && open?.last?.id !== attempt.id) return { lookup: null, answer: 'UNKNOWN' };
    const [row] = await tx.select().from(targets).where(eq(targets.id, input.targetId));
    if (row === undefined) return { lookup: null, answer: 'CLOSED' };
    const lookup = found === null ? verdictOf(input, attempt, asked, row) : 'FOUND';
    const { end, entries } = await applyVerdict(tx, deps, input, {
      attempt,
      open,
      lookup,
      found,
      wasDenied: answer?.kind === 'absent',
      isProven: asked.loaded !== undefined && guaranteeLeft(asked.loaded) !== 'blind',
      refusal: answer?.kind === 'refused' ? { code: answer.code, message: answer.message } : null,
    });
    const { targetId, step } = input;
    await recordEvents(tx, deps, input.postId, publisher, [
      { kind: 'LOOKED_UP', targetId, detail: { step, attempt: attempt.number, lookup } },
      ...entries,
    ]);
    if (found !== null && step === 'POST') await noteOther(tx, deps, input, found);
    const isCanceled = lookup === 'ABSENT' && entries.length > 0;
    const isCorrectionDue = found !== null && (await readCorrectionDue(tx, targetId));
    return { lookup, platform: row.platform, end, isCanceled, isCorrectionDue };
  });
}

/**
 * Whether the found post can only be the one that this attempt sent. On a blind platform only the text distinguishes
 * posts, so two open calls with the same text cannot be told apart.
 */
async function isCertain(tx: Tx, attempt: AttemptRow, loaded: Asked['loaded']): Promise<boolean> {
  if (loaded === undefined || guaranteeLeft(loaded) !== 'blind') return true;
  const { accountIdentity, id, sentText, startedAt } = attempt;
  const [twin] = await tx
    .select({ id: publishAttempts.id })
    .from(publishAttempts)
    .where(
      and(
        eq(publishAttempts.accountIdentity, accountIdentity),
        or(
          isNull(publishAttempts.outcome),
          inArray(publishAttempts.outcome, ['AMBIGUOUS', 'UNCONFIRMED']),
          // A user has said that it is public, but not under which id.
          and(eq(publishAttempts.outcome, 'PUBLISHED'), isNull(publishAttempts.externalId)),
        ),
        eq(publishAttempts.sentText, sentText),
        gte(publishAttempts.startedAt, new Date(startedAt.getTime() - twinAgeMsMax)),
        ne(publishAttempts.id, id),
      ),
    )
    .limit(1);
  return twin === undefined;
}

function verdictOf(input: LookupInput, attempt: AttemptRow, asked: Asked, target: TargetRow): LookupOutcome {
  const { answer, loaded } = asked;
  const said = answer === null ? 'nothing' : saidBy[answer.kind];
  if (said === 'refused') return 'REFUSED';
  if (said === 'processing' && input.over !== true) return 'PROCESSING';
  const isAbsent = said === 'absent';
  const open = mightStillBeSent(attempt, asked, target);
  if (isAbsent && loaded !== undefined && !open) {
    if (input.absencesBefore + 1 >= absencesNeeded(guaranteeLeft(loaded), target, attempt)) {
      // The same call would be refused again.
      return isDuplicate(attempt) ? 'UNCONFIRMED' : 'ABSENT';
    }
  }
  const settledBefore = attempt.outcome === 'UNCONFIRMED' && isAbsent && !open;
  if (input.last || settledBefore) return 'UNCONFIRMED';
  return isAbsent ? 'NOT_SEEN' : 'UNKNOWN';
}

/**
 * The meaning of each result for the call. A failed look-up says nothing, and neither does a post of another attempt.
 */
const saidBy: Readonly<Record<FindAnswer['kind'], 'absent' | 'processing' | 'refused' | 'nothing'>> = {
  found: 'nothing',
  absent: 'absent',
  processing: 'processing',
  refused: 'refused',
  rejected: 'nothing',
  'auth-expired': 'nothing',
  'auth-revoked': 'nothing',
  'rate-limited': 'nothing',
  duplicate: 'nothing',
  'not-sent': 'nothing',
  ambiguous: 'nothing',
  'prepare-again': 'nothing',
  'upload-again': 'nothing',
};

/**
 * Whether the call may still happen: its worker has not reported an end, so it may only be frozen. AMBIGUOUS is a
 * reported end, and on a keyed platform a late call cannot create a second post; but it can publish a post that a
 * cancel ends.
 */
function mightStillBeSent(
  { outcome, startedAt }: AttemptRow,
  { askedAtMs, loaded }: Asked,
  { cancelRequestedAt }: TargetRow,
): boolean {
  if (outcome === 'AMBIGUOUS') return false;
  const isKeyed = loaded !== undefined && guaranteeLeft(loaded) === 'keyed';
  if (isKeyed && cancelRequestedAt === null) return false;
  return askedAtMs < startedAt.getTime() + lostAttemptAgeMsMin;
}

interface Verdict {
  attempt: AttemptRow;
  /** Undefined if the step no longer belongs to this run. */
  open: OpenStep | undefined;
  lookup: LookupOutcome;
  found: Published | null;
  /** Whether the platform says that it is not there. */
  wasDenied: boolean;
  /** Whether that is proof enough on its own. */
  isProven: boolean;
  /** Why the platform has refused it after accepting it. */
  refusal: StepError | null;
}

const nothing: EndedStep = { end: undefined, entries: [] };

async function applyVerdict(
  tx: Tx,
  deps: ServiceDeps,
  input: LookupInput,
  { attempt, open, lookup, found, wasDenied, isProven, refusal }: Verdict,
): Promise<EndedStep> {
  if (found !== null) {
    const end = await adoptPublished(tx, deps, input, attempt, found);
    return { end, entries: endEntries(input, end) };
  }
  if (open === undefined) return nothing;
  switch (lookup) {
    case 'UNCONFIRMED':
      return isDuplicate(attempt) && wasDenied
        ? endDuplicate(tx, deps, input, attempt, open)
        : endStep(tx, deps, input.step, open, unconfirmedAt(input.step));
    case 'ABSENT':
      return endAbsent(tx, deps, input, attempt, open, isProven);
    case 'REFUSED':
      return refusal === null ? nothing : endRefused(tx, deps, input, attempt, open, refusal);
    case 'FOUND':
    case 'PROCESSING':
    case 'NOT_SEEN':
    case 'UNKNOWN':
      return nothing;
  }
}

/**
 * Permits a new call, unless a cancel was requested: nothing is public, or the caller accepted a possible duplicate.
 */
async function endAbsent(
  tx: Tx,
  deps: ServiceDeps,
  input: LookupInput,
  attempt: AttemptRow,
  open: OpenStep,
  isProven: boolean,
): Promise<EndedStep> {
  const error = isProven ? {} : { error: unconfirmedAt(input.step) };
  await closeAttempt(tx, deps, attempt.id, { outcome: 'ABSENT', ...error });
  // A consent to a duplicate of the post proves nothing about its first comment, which must still be looked for.
  const isCommentMissing = input.step === 'POST' && !isProven && open.target.firstComment !== null;
  // An attempt older than the calls that may be missing says nothing about those.
  await tx
    .update(targets)
    .set({ lookFirstSince: isCommentMissing ? notAfter(deps.clock.now()) : null })
    .where(and(eq(targets.id, input.targetId), lte(targets.lookFirstSince, attempt.startedAt)));
  if (!isCancelRequested(open, input.step)) return nothing;
  return endStep(tx, deps, input.step, lookedFor(open.target, { ...attempt, outcome: 'ABSENT' }), 'CANCELED');
}

/** At most `now`, so that neither the attempt that was looked up nor the following call is earlier. */
function notAfter(now: Date): SQL {
  return sql`least(${targets.lookFirstSince}, ${now.toISOString()}::timestamptz)`;
}

/** The platform accepted it and refused it later. Nothing is public, and the same call would end the same way. */
async function endRefused(
  tx: Tx,
  deps: ServiceDeps,
  input: LookupInput,
  attempt: AttemptRow,
  { target }: OpenStep,
  error: StepError,
): Promise<EndedStep> {
  await closeAttempt(tx, deps, attempt.id, { outcome: 'REJECTED', error });
  // The platform rejected the content for good, so a retry uploads the media again.
  await tx
    .update(targets)
    .set(input.step === 'POST' ? { postState: null } : { commentState: null })
    .where(eq(targets.id, input.targetId));
  return endStep(tx, deps, input.step, lookedFor(target, { ...attempt, outcome: 'REJECTED' }), error);
}

/**
 * Refused as a repeat, and our own copy cannot be found. This call made nothing public, so a retry need not look
 * first. It is never called CANCELED, because the platform says that it has this text.
 */
async function endDuplicate(
  tx: Tx,
  deps: ServiceDeps,
  input: LookupInput,
  attempt: AttemptRow,
  { target }: OpenStep,
): Promise<EndedStep> {
  const error = duplicateError(attempt);
  await closeAttempt(tx, deps, attempt.id, { outcome: 'REJECTED', error });
  const wanted = { ...target, cancelRequestedAt: null };
  return endStep(tx, deps, input.step, lookedFor(wanted, { ...attempt, outcome: 'REJECTED' }), error);
}

/** The call that was looked up is no longer missing; calls after this attempt may still be. */
function lookedFor(target: TargetRow, last: AttemptRow): OpenStep {
  const since = target.lookFirstSince;
  const isCovered = since === null || since <= last.startedAt;
  return { target: isCovered ? { ...target, lookFirstSince: null } : target, last };
}
