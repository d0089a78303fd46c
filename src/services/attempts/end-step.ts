import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { publications } from '../../db/schema/index.js';
import type { PlatformName } from '../../domain/platforms.js';
import { isPartStep } from '../../domain/parts.js';
import {
  commentImpossible,
  commentNotSent,
  errorOfEnd,
  partImpossible,
  partNotSent,
  type StepError,
} from '../../domain/step-errors.js';
import { endOf } from '../../domain/step-ends.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import type { StepInput } from '../../domain/workflow-contract.js';
import { targetOf, type PublicationRow, type TargetRow } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import type { TimelineEntry } from '../timeline/record.js';
import { askAgain, unprovenBefore } from './assume-attempt.js';
import { attemptEntry, closeAttempt, errorMessageCharsMax } from './close-attempt.js';
import { repliedToBy } from './followers.js';
import { isCallMissing, type AttemptRow } from './last-attempts.js';

/** A publication, read under the lock of its post's row, and its last attempt. */
export interface OpenStep {
  publication: PublicationRow;
  last: AttemptRow | undefined;
}

/** The end of a step as recorded: public if `errorCode` is null, otherwise failed. */
export interface StepEnd {
  platform: PlatformName;
  errorCode: TargetErrorCode | null;
}

export interface EndedStep {
  /** The end to count in the metrics. Undefined if no failure was recorded. */
  end: StepEnd | undefined;
  entries: TimelineEntry[];
}

/**
 * The error of a part or first comment that no run will send. If the id of the publication to which it replies is
 * unknown, a retry cannot send it either.
 */
export function followerNotSent(target: TargetRow, follower: PublicationRow): StepError {
  const isPart = isPartStep(follower.step);
  if (repliedToBy(target, follower).externalPostId !== null) return isPart ? partNotSent : commentNotSent;
  return isPart ? partImpossible : commentImpossible;
}

const nothing: EndedStep = { end: undefined, entries: [] };

/**
 * Ends a step that is not known to be public, as `endOf` decides: `wanted` is the error with which it fails if nothing may
 * be public. A step that turned out to be public is not changed.
 */
export async function endStep(
  tx: Tx,
  deps: ServiceDeps,
  open: OpenStep,
  wanted: StepError | 'CANCELED',
): Promise<EndedStep> {
  const { publication, last } = open;
  const { step } = publication;
  const unproven = last && (await unprovenBefore(tx, last));
  const end = endOf({
    step,
    lastOutcome: last?.outcome,
    isCallMissing: isCallMissing(open),
    hasUnprovenCall: unproven !== undefined,
    isCancelWanted: wanted === 'CANCELED' || publication.cancelRequestedAt !== null,
  });
  const error = errorOfEnd(end, { step, wanted, last });
  if (error === 'CANCELED') return cancel(tx, deps, publication);
  if (end === 'CALL_UNCONFIRMED') {
    return last === undefined ? nothing : endCall(tx, deps, { publication, last }, error);
  }
  const failed = await fail(tx, deps, publication, error);
  if (
    end === 'EARLIER_UNCONFIRMED' &&
    failed.end !== undefined &&
    last !== undefined &&
    unproven !== undefined
  ) {
    await askAgain(tx, deps, last, unproven);
  }
  return failed;
}

/** Closes the last call as unconfirmed, unless its outcome has arrived in the meantime and has ended the step. */
async function endCall(
  tx: Tx,
  deps: ServiceDeps,
  { publication, last }: { publication: PublicationRow; last: AttemptRow },
  error: StepError,
): Promise<EndedStep> {
  const closed = await closeAttempt(tx, deps, last.id, { outcome: 'UNCONFIRMED', error });
  if (closed === undefined) return nothing;
  const input = { targetId: targetOf(publication), step: publication.step };
  const told =
    last.outcome === 'UNCONFIRMED' ? [] : [attemptEntry(input, { attempt: closed, outcome: 'UNCONFIRMED' })];
  const failed = await fail(tx, deps, publication, error);
  return { ...failed, entries: [...told, ...failed.entries] };
}

async function cancel(tx: Tx, deps: ServiceDeps, publication: PublicationRow): Promise<EndedStep> {
  const canceled = await write(tx, deps, publication, { status: 'CANCELED', scheduledFor: null });
  if (!canceled) return nothing;
  return { end: undefined, entries: [{ kind: 'CANCELED', targetId: targetOf(publication) }] };
}

async function fail(
  tx: Tx,
  deps: ServiceDeps,
  publication: PublicationRow,
  { code, message }: StepError,
): Promise<EndedStep> {
  const errorMessage = message.slice(0, errorMessageCharsMax);
  const failed = await write(tx, deps, publication, { status: 'FAILED', errorCode: code, errorMessage });
  if (!failed) return nothing;
  const end: StepEnd = { platform: publication.platform, errorCode: code };
  return { end, entries: endEntries({ targetId: targetOf(publication), step: publication.step }, end) };
}

/** Writes an end unless the publication is public, because a success is recorded without the post's lock. */
async function write(
  tx: Tx,
  { clock }: ServiceDeps,
  { id }: PublicationRow,
  fields: Partial<PublicationRow>,
): Promise<boolean> {
  const { status, runId } = publications;
  const isRetried = and(eq(status, 'FAILED'), isNotNull(runId));
  const rows = await tx
    .update(publications)
    .set({ ...fields, updatedAt: clock.now() })
    .where(and(eq(publications.id, id), or(inArray(status, ['DRAFT', 'SCHEDULED', 'PUBLISHING']), isRetried)))
    .returning({ id: publications.id });
  return rows.length > 0;
}

export function endEntries(
  { targetId, step }: Pick<StepInput, 'targetId' | 'step'>,
  end: StepEnd | undefined,
): TimelineEntry[] {
  if (end === undefined) return [];
  if (end.errorCode === null) return [{ kind: 'PUBLISHED', targetId, detail: { step } }];
  return [{ kind: 'FAILED', targetId, detail: { step, errorCode: end.errorCode } }];
}

/** Counts a recorded end in the metrics. Call this after the commit. */
export function countEnd(
  { metrics }: ServiceDeps,
  { step }: Pick<StepInput, 'step'>,
  end: StepEnd | undefined,
): void {
  if (end !== undefined) metrics.stepEnded(end.platform, step, end.errorCode);
}
