import { eq, or } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { publications } from '../../../db/schema/index.js';
import { isForeignRepeat, saidBy, verdictOf, type FruitlessLookup } from '../../../domain/look-up-verdict.js';
import type { PlatformName } from '../../../domain/platforms.js';
import { duplicateError, isDuplicate, unconfirmedAt, type StepError } from '../../../domain/step-errors.js';
import type { LookupOutcome } from '../../../domain/timeline.js';
import { publicationIdOf, type LookupInput } from '../../../domain/workflow-contract.js';
import type { Published } from '../../../platforms/kit/failure.js';
import type { FindAnswer } from '../../../platforms/kit/platform.js';
import { closeAttempt } from '../../attempts/close-attempt.js';
import { endEntries, endStep, type EndedStep, type OpenStep, type StepEnd } from '../../attempts/end-step.js';
import type { AttemptRow } from '../../attempts/last-attempts.js';
import type { PublicationRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { persist } from '../../shared/rows/persist.js';
import { publisher, recordEvents } from '../../timeline/record.js';
import { lockOpen, setPrepared } from './fence.js';
import { isCertain, leftOf } from './is-certain.js';
import { noteOther } from './note-other.js';
import type { LoadedPublication } from './publication.js';
import { correctPost, readCorrectionDue } from './correct-post.js';
import { adoptPublished, isTaken } from './record-success.js';

/** The result of one look-up at the platform. */
export interface Asked {
  /** Null if the account or this build could not ask the platform. */
  answer: FindAnswer | null;
  askedAtMs: number;
  loaded: LoadedPublication | undefined;
}

/** Settles the attempt, and corrects a post whose run had ended before. */
export async function settleLookup(
  deps: ServiceDeps,
  input: LookupInput,
  attempt: AttemptRow,
  asked: Asked,
): Promise<Settled> {
  const settled = await persist(deps, () => settleOwn(deps, input, attempt, asked));
  if (settled.isCorrectionDue === true) await persist(deps, () => correctPost(deps, input.postId));
  return settled;
}

/** A publication that belongs to another attempt says nothing about this one. */
async function settleOwn(
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

export type Settled =
  /** The look-up recorded nothing. */
  | { lookup: null; answer: 'CLOSED' | 'UNKNOWN'; isCorrectionDue?: never }
  | {
      lookup: LookupOutcome;
      platform: PlatformName;
      end: StepEnd | undefined;
      isCanceled: boolean;
      isCorrectionDue: boolean;
    };

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
    const open = await lockOpen(tx, input);
    const { answer } = asked;
    const isOurs =
      answer?.kind === 'found' && (answer.byId === true || (await isCertain(tx, attempt, asked.loaded)));
    const found = isOurs ? answer.published : null;
    // If the post was found, it is public and recorded, even if the target was closed in the meantime.
    if (open === undefined && found === null) return { lookup: null, answer: 'CLOSED' };
    // A newer call began while the platform was being asked, and the response says nothing about that call.
    if (found === null && open?.last?.id !== attempt.id) return { lookup: null, answer: 'UNKNOWN' };
    const [row] = await tx
      .select()
      .from(publications)
      .where(eq(publications.id, publicationIdOf(input)));
    if (row === undefined) return { lookup: null, answer: 'CLOSED' };
    const lookup = found === null ? verdict(input, attempt, asked, row) : 'FOUND';
    const { end, entries } = await applyVerdict(tx, deps, input, {
      attempt,
      open,
      lookup,
      found,
      said: saidOf(answer),
      isProven: asked.loaded !== undefined && leftOf(asked.loaded) !== 'blind',
      refusal: answer?.kind === 'refused' ? { code: answer.code, message: answer.message } : null,
    });
    const { targetId, step } = input;
    await recordEvents(tx, deps, input.postId, publisher, [
      { kind: 'LOOKED_UP', targetId, detail: { step, attempt: attempt.number, lookup } },
      ...entries,
    ]);
    if (found !== null) await noteOther(tx, deps, input, found);
    const isCanceled = lookup === 'ABSENT' && entries.length > 0;
    const isCorrectionDue = found !== null && (await readCorrectionDue(tx, row.id));
    return { lookup, platform: row.platform, end, isCanceled, isCorrectionDue };
  });
}

function verdict(
  { absencesBefore, last, over = false }: LookupInput,
  attempt: AttemptRow,
  { answer, askedAtMs, loaded }: Asked,
  { republishUnconfirmed, cancelRequestedAt }: PublicationRow,
): LookupOutcome {
  return verdictOf({
    said: saidOf(answer),
    guarantee: loaded === undefined ? null : leftOf(loaded),
    attempt: {
      outcome: attempt.outcome,
      isAssumed: attempt.assumed,
      isDuplicate: isDuplicate(attempt),
      startedAtMs: attempt.startedAt.getTime(),
    },
    hasConsent: republishUnconfirmed,
    isCancelRequested: cancelRequestedAt !== null,
    askedAtMs,
    absencesBefore,
    isLast: last,
    isOver: over,
  });
}

const saidOf = (answer: FindAnswer | null): FruitlessLookup['said'] =>
  answer === null ? 'nothing' : saidBy[answer.kind];

interface Verdict {
  attempt: AttemptRow;
  /** Undefined if the run may no longer act on the step. */
  open: OpenStep | undefined;
  lookup: LookupOutcome;
  found: Published | null;
  said: FruitlessLookup['said'];
  /** Whether it is proof if this platform reports that the post is absent. */
  isProven: boolean;
  /** The reason if the platform accepted the post and refused it later. */
  refusal: StepError | null;
}

const nothing: EndedStep = { end: undefined, entries: [] };

async function applyVerdict(
  tx: Tx,
  deps: ServiceDeps,
  input: LookupInput,
  { attempt, open, lookup, found, said, isProven, refusal }: Verdict,
): Promise<EndedStep> {
  if (found !== null) {
    const end = await adoptPublished(tx, deps, input, attempt, found);
    return { end, entries: endEntries(input, end) };
  }
  if (open === undefined) return nothing;
  switch (lookup) {
    case 'UNCONFIRMED': {
      if (!isForeignRepeat({ isDuplicate: isDuplicate(attempt) }, said))
        return endStep(tx, deps, open, unconfirmedAt(input.step));
      // The step never ends as CANCELED, because the platform says that it has this text.
      const wanted = { ...open.publication, cancelRequestedAt: null };
      return endRejected(tx, deps, attempt, wanted, duplicateError(attempt));
    }
    case 'ABSENT':
      return endAbsent(tx, deps, input, attempt, open, isProven);
    case 'REFUSED':
      if (refusal === null) return nothing;
      // The platform rejected the content for good, so a retry uploads the media again.
      await setPrepared(tx, input, null);
      return endRejected(tx, deps, attempt, open.publication, refusal);
    case 'FOUND':
    case 'PROCESSING':
    case 'NOT_SEEN':
    case 'UNKNOWN':
      return nothing;
  }
}

/**
 * Closes the attempt as ABSENT, because nothing is public or the caller accepted a possible duplicate. That permits a
 * new call, unless a cancel was requested, which then ends the step.
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
  const looked = lookedFor(open.publication, { ...attempt, outcome: 'ABSENT' });
  if (looked.publication.lookFirstSince === null) {
    // Nothing can reply to a post that does not exist. Consent to a duplicate proves nothing about replies.
    const { id, targetId } = publications;
    const { id: own } = open.publication;
    const isSettled = or(eq(id, own), isProven ? eq(targetId, own) : undefined);
    await tx.update(publications).set({ lookFirstSince: null }).where(isSettled);
  }
  if (open.publication.cancelRequestedAt === null) return nothing;
  return endStep(tx, deps, looked, 'CANCELED');
}

/** Fails a step whose call made nothing public, so that a retry needs no look-up first. */
async function endRejected(
  tx: Tx,
  deps: ServiceDeps,
  attempt: AttemptRow,
  publication: PublicationRow,
  error: StepError,
): Promise<EndedStep> {
  await closeAttempt(tx, deps, attempt.id, { outcome: 'REJECTED', error });
  return endStep(tx, deps, lookedFor(publication, { ...attempt, outcome: 'REJECTED' }), error);
}

/** Clears `lookFirstSince` after a look-up, unless calls later than this attempt may still be missing. */
function lookedFor(publication: PublicationRow, last: AttemptRow): OpenStep {
  const since = publication.lookFirstSince;
  const isCovered = since === null || since <= last.startedAt;
  return { publication: isCovered ? { ...publication, lookFirstSince: null } : publication, last };
}
