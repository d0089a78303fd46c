import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { targets } from '../../db/schema/index.js';
import type { PlatformName } from '../../domain/platforms.js';
import { errorOfEnd, type StepError } from '../../domain/step-errors.js';
import { endOf } from '../../domain/step-ends.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import type { PublishStep, StepInput } from '../../domain/workflow-contract.js';
import type { TargetRow } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import type { TimelineEntry } from '../timeline/record.js';
import { attemptEntry, closeAttempt, errorMessageCharsMax } from './close-attempt.js';
import { isCallMissing, type AttemptRow } from './last-attempts.js';
import { askAgain, unprovenBefore } from './internal/unproven-absence.js';

/** A target, read under the lock of its post's row, and the last attempt at the step that ends. */
export interface OpenStep {
  target: TargetRow;
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

/** The error of a first comment that no run will send. If the post's id is unknown, a retry cannot send it either. */
export function commentNotSent({ externalPostId }: Pick<TargetRow, 'externalPostId'>): StepError {
  return externalPostId === null
    ? {
        code: 'FIRST_COMMENT_IMPOSSIBLE',
        message:
          'Punctual does not know the id of the post on the platform, so the first comment was not sent. Write it on the platform.',
      }
    : {
        code: 'FIRST_COMMENT_NOT_SENT',
        message: 'Publishing ended before the first comment was sent. Retry the comment.',
      };
}

const nothing: EndedStep = { end: undefined, entries: [] };

/**
 * Ends a step that is not known to be public, as `endOf` decides: `wanted` is the error with which it fails if nothing may
 * be public. A step that turned out to be public is not changed.
 */
export async function endStep(
  tx: Tx,
  deps: ServiceDeps,
  step: PublishStep,
  open: OpenStep,
  wanted: StepError | 'CANCELED',
): Promise<EndedStep> {
  const { target, last } = open;
  const unproven = last && (await unprovenBefore(tx, last));
  const end = endOf({
    step,
    lastOutcome: last?.outcome,
    isCallMissing: isCallMissing(open),
    hasUnprovenCall: unproven !== undefined,
    isCancelWanted: wanted === 'CANCELED' || target.cancelRequestedAt !== null,
  });
  const error = errorOfEnd(end, { step, wanted, last });
  if (error === 'CANCELED') return cancelTarget(tx, deps, target);
  if (end === 'CALL_UNCONFIRMED') {
    return last === undefined ? nothing : endCall(tx, deps, step, { target, last }, error);
  }
  const failed = await fail(step)(tx, deps, target, error);
  if (
    end === 'EARLIER_UNCONFIRMED' &&
    failed.end !== undefined &&
    last !== undefined &&
    unproven !== undefined
  ) {
    await askAgain(tx, deps, step, last, unproven);
  }
  return failed;
}

/** Closes the last call as unconfirmed, unless its outcome has arrived in the meantime and has ended the step. */
async function endCall(
  tx: Tx,
  deps: ServiceDeps,
  step: PublishStep,
  { target, last }: { target: TargetRow; last: AttemptRow },
  error: StepError,
): Promise<EndedStep> {
  const closed = await closeAttempt(tx, deps, last.id, { outcome: 'UNCONFIRMED', error });
  if (closed === undefined) return nothing;
  const input = { targetId: target.id, step };
  const told =
    last.outcome === 'UNCONFIRMED' ? [] : [attemptEntry(input, { attempt: closed, outcome: 'UNCONFIRMED' })];
  const failed = await fail(step)(tx, deps, target, error);
  return { ...failed, entries: [...told, ...failed.entries] };
}

const fail = (step: PublishStep) => (step === 'POST' ? failTarget : failComment);

async function cancelTarget(tx: Tx, deps: ServiceDeps, target: TargetRow): Promise<EndedStep> {
  const canceled = await write(tx, deps, target, { status: 'CANCELED', scheduledFor: null });
  return canceled ? { end: undefined, entries: [{ kind: 'CANCELED', targetId: target.id }] } : nothing;
}

async function failTarget(
  tx: Tx,
  deps: ServiceDeps,
  target: TargetRow,
  { code, message }: StepError,
): Promise<EndedStep> {
  const errorMessage = message.slice(0, errorMessageCharsMax);
  const failed = await write(tx, deps, target, { status: 'FAILED', errorCode: code, errorMessage });
  return failed ? endedWith(target, 'POST', code) : nothing;
}

/** Writes a first comment's error, which never changes the status (docs/contract.md#statuses-and-actions). */
async function failComment(
  tx: Tx,
  deps: ServiceDeps,
  target: TargetRow,
  { code, message }: StepError,
): Promise<EndedStep> {
  const firstCommentError = `${code}: ${message.slice(0, errorMessageCharsMax)}`;
  await tx
    .update(targets)
    .set({ firstCommentError, updatedAt: deps.clock.now() })
    .where(eq(targets.id, target.id));
  return endedWith(target, 'FIRST_COMMENT', code);
}

function endedWith({ id, platform }: TargetRow, step: PublishStep, errorCode: StepError['code']): EndedStep {
  const end: StepEnd = { platform, errorCode };
  return { end, entries: endEntries({ targetId: id, step }, end) };
}

/** Writes an end unless the target is public, because a success is recorded without the post's lock. */
async function write(
  tx: Tx,
  { clock }: ServiceDeps,
  { id }: TargetRow,
  fields: Partial<TargetRow>,
): Promise<boolean> {
  const rows = await tx
    .update(targets)
    .set({ ...fields, updatedAt: clock.now() })
    .where(and(eq(targets.id, id), inArray(targets.status, ['DRAFT', 'SCHEDULED', 'PUBLISHING'])))
    .returning({ id: targets.id });
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
