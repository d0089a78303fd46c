import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { publishAttempts, targets } from '../../db/schema/index.js';
import type { AttemptOutcome } from '../../domain/publish-attempts.js';
import type { WaitReason } from '../../domain/timeline.js';
import type { StepInput } from '../../domain/workflow-contract.js';
import type { Published } from '../../platforms/platform.js';
import type { ServiceDeps } from '../context.js';
import { publisher, recordEvents, waitDetail, type TimelineEntry } from '../timeline/record.js';
import { lockOpenTarget } from './attempts.js';
import {
  attemptEnd,
  attemptEntry,
  commentPublished,
  errorMessageCharsMax,
  postPublished,
  type AttemptEnd,
  type StepEnd,
  type StepError,
} from './outcome-fields.js';
import { recordSuccess } from './record-success.js';

/**
 * Records how the attempt ended. Written as soon as the platform has answered, with nothing in between; the
 * attempt's own row is written even where the post has been taken from this run meanwhile.
 */
export async function recordOutcome(
  deps: ServiceDeps,
  input: StepInput,
  attemptId: string,
  result: {
    outcome: AttemptOutcome;
    error?: StepError;
    published?: Published;
    /** What the run will wait for before it tries again. */
    wait?: { reason: WaitReason; until?: Date };
  },
): Promise<void> {
  const { outcome, error, published, wait } = result;
  if (published !== undefined) {
    countEnd(deps, input, await recordSuccess(deps, input, attemptId, published));
    return;
  }
  const ended = await deps.db.transaction(async (tx) => {
    const attempt = await closeAttempt(tx, deps, attemptId, result);
    const end =
      outcome === 'REJECTED' && error !== undefined ? await recordFailed(tx, deps, input, error) : undefined;
    await recordEvents(tx, deps, input.postId, publisher, [
      attemptEntry(input, { attempt, outcome, ...(error && { errorCode: error.code }) }),
      ...endEntries(input, end),
      ...waitEntries(input, wait),
    ]);
    return end;
  });
  countEnd(deps, input, ended);
}

export function endEntries({ targetId, step }: StepInput, end: StepEnd | undefined): TimelineEntry[] {
  if (end === undefined) return [];
  if (end.errorCode === null) return [{ kind: 'PUBLISHED', targetId, detail: { step } }];
  return [{ kind: 'FAILED', targetId, detail: { step, errorCode: end.errorCode } }];
}

function waitEntries(
  { targetId, step }: StepInput,
  wait: { reason: WaitReason; until?: Date } | undefined,
): TimelineEntry[] {
  if (wait === undefined) return [];
  return [{ kind: 'WAITING', targetId, detail: waitDetail(step, wait) }];
}

/** Counts what a transaction has recorded, once it is committed. */
export function countEnd(
  { metrics }: ServiceDeps,
  { step }: Pick<StepInput, 'step'>,
  end: StepEnd | undefined,
): void {
  if (end !== undefined) metrics.stepEnded(end.platform, step, end.errorCode);
}

/** Gives the attempt's number. */
export async function closeAttempt(
  tx: Tx,
  deps: ServiceDeps,
  attemptId: string,
  end: AttemptEnd,
): Promise<number> {
  const [row] = await tx
    .update(publishAttempts)
    .set(attemptEnd(deps, end))
    .where(eq(publishAttempts.id, attemptId))
    .returning({ number: publishAttempts.number });
  return row?.number ?? 0;
}

export async function recordPublished(
  tx: Tx,
  deps: ServiceDeps,
  input: StepInput,
  published: Published,
): Promise<StepEnd | undefined> {
  const [row] = await tx
    .update(targets)
    .set(input.step === 'POST' ? postPublished(deps, published) : commentPublished(deps, published))
    .where(eq(targets.id, input.targetId))
    .returning({ platform: targets.platform });
  return row && { platform: row.platform, errorCode: null };
}

/** Records a step's final failure, if the step is still this run's. A first comment's failure never changes the target's status (spec). */
export async function recordFailed(
  tx: Tx,
  deps: ServiceDeps,
  input: StepInput,
  error: StepError,
): Promise<StepEnd | undefined> {
  const open = await lockOpenTarget(tx, input);
  if (open === undefined) return undefined;
  const message = error.message.slice(0, errorMessageCharsMax);
  const fields =
    input.step === 'POST'
      ? { status: 'FAILED' as const, errorCode: error.code, errorMessage: message }
      : { firstCommentError: `${error.code}: ${message}` };
  await tx
    .update(targets)
    .set({ ...fields, updatedAt: deps.clock.now() })
    .where(eq(targets.id, input.targetId));
  return { platform: open.target.platform, errorCode: error.code };
}

/** `recordFailed` for a step that fails without a call: no account, no connector, no time left. */
export async function failStep(deps: ServiceDeps, input: StepInput, error: StepError): Promise<void> {
  const ended = await deps.db.transaction(async (tx) => {
    const end = await recordFailed(tx, deps, input, error);
    await recordEvents(tx, deps, input.postId, publisher, endEntries(input, end));
    return end;
  });
  countEnd(deps, input, ended);
}
