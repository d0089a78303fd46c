import { sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { publications } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import type { AttemptOutcome } from '../../../domain/publish-attempts.js';
import { deadGrant, type StepError } from '../../../domain/step-errors.js';
import type { WaitReason } from '../../../domain/timeline.js';
import type { StepInput } from '../../../domain/workflow-contract.js';
import { attemptEntry, closeAttempt } from '../../attempts/close-attempt.js';
import { countEnd, endStep, type EndedStep } from '../../attempts/end-step.js';
import { lockSubject, type PublicationRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { publisher, recordEvents, waitDetail, type TimelineEntry } from '../../timeline/record.js';
import { countRefused } from './dead-grant.js';
import { answerWithoutCall, lockOpen, setPrepared } from './fence.js';

/** The end of an attempt that is not known to have made anything public. */
export interface FailedAttempt {
  outcome: Exclude<AttemptOutcome, 'PUBLISHED'>;
  error: StepError;
  /** The error of the target, if it fails for good and shows another error than the attempt. */
  told?: StepError | undefined;
  /** The reason for the wait before the next try, and the end of the wait. */
  wait?: { reason: WaitReason; until?: Date };
  /** Details of the response that the look-up needs. They are added to the prepared state. */
  learned?: JsonObject | null;
}

/**
 * Records how a failed call ended, right after the platform's response. The attempt's row is written even if another
 * run owns the post by then. CLOSED means that the target was canceled during the call and nothing is public, so
 * nothing is left to do. `failedIn` returns the end, which depends on the state in the transaction.
 */
export async function recordFailure(
  deps: ServiceDeps,
  input: StepInput,
  attemptId: string,
  failedIn: (tx: Tx) => Promise<FailedAttempt>,
): Promise<'CLOSED' | 'OPEN'> {
  const { targetId, step } = input;
  const { ended, isClosed } = await deps.db.transaction(async (tx) => {
    // The post's row is locked first, as everywhere, because a cancel locks it before the attempt.
    await lockSubject(tx, input.postId);
    const { outcome, error, told = error, wait, learned = null } = await failedIn(tx);
    const attempt = await closeAttempt(tx, deps, attemptId, { outcome, error });
    if (attempt === undefined) return { ended: undefined, isClosed: false };
    if (learned !== null) await keepLearned(tx, input, learned);
    const ended = await endAfterCall(tx, deps, input, outcome === 'REJECTED' ? told : undefined);
    const waiting: TimelineEntry[] =
      wait === undefined ? [] : [{ kind: 'WAITING', targetId, detail: waitDetail(step, wait) }];
    await recordEvents(tx, deps, input.postId, publisher, [
      attemptEntry(input, { attempt, outcome, errorCode: error.code }),
      ...ended.entries,
      ...(ended.entries.length === 0 ? waiting : []),
    ]);
    return { ended, isClosed: ended.isCalledOff };
  });
  countEnd(deps, input, ended?.end);
  return isClosed ? 'CLOSED' : 'OPEN';
}

/** Adds details to the state. While a call's outcome is open, no other try changes it, so no lock is needed. */
function keepLearned(tx: Tx, input: StepInput, learned: JsonObject): Promise<void> {
  const { prepared } = publications;
  return setPrepared(tx, input, sql`coalesce(${prepared}, '{}'::jsonb) || ${JSON.stringify(learned)}::jsonb`);
}

/** Ends the target after a call: it fails if the failure was final, and it is canceled if that was requested. */
async function endAfterCall(
  tx: Tx,
  deps: ServiceDeps,
  input: StepInput,
  error: StepError | undefined,
): Promise<EndedStep & { isCalledOff: boolean }> {
  const open = await lockOpen(tx, input);
  if (open === undefined) return { end: undefined, entries: [], isCalledOff: false };
  const isCalledOff = open.publication.cancelRequestedAt !== null;
  if (error !== undefined) return { ...(await endStep(tx, deps, open, error)), isCalledOff };
  const isKnown = answerWithoutCall(open.last) === undefined;
  if (!isCalledOff || !isKnown) return { end: undefined, entries: [], isCalledOff: false };
  return { ...(await endStep(tx, deps, open, 'CANCELED')), isCalledOff };
}

/**
 * Fails a step without a call, if it still belongs to this run: the account or connector is missing, or no time is
 * left. `error` may depend on the publication.
 */
export async function failStep(
  deps: ServiceDeps,
  input: StepInput,
  error: StepError | ((publication: PublicationRow) => StepError),
): Promise<void> {
  const ended = await deps.db.transaction(async (tx) => {
    const open = await lockOpen(tx, input);
    if (open === undefined) return undefined;
    const told = typeof error === 'function' ? error(open.publication) : error;
    const ended = await endStep(tx, deps, open, told);
    if (ended.end?.errorCode === deadGrant.code) await countRefused(tx, deps, open);
    await recordEvents(tx, deps, input.postId, publisher, ended.entries);
    return ended;
  });
  countEnd(deps, input, ended?.end);
}

/** Ends a step without a call, because a cancel was accepted. */
export async function cancelStep(deps: ServiceDeps, input: StepInput): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const open = await lockOpen(tx, input);
    if (open === undefined) return;
    const { entries } = await endStep(tx, deps, open, 'CANCELED');
    await recordEvents(tx, deps, input.postId, publisher, entries);
  });
}
