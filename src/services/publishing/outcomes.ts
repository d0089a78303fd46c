import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { postEvents, publishAttempts, targets } from '../../db/schema/index.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { AttemptOutcome } from '../../domain/publish-attempts.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import type { WaitReason } from '../../domain/timeline.js';
import type { StepInput } from '../../domain/workflow-contract.js';
import type { Published } from '../../platforms/platform.js';
import type { ServiceDeps } from '../context.js';
import { eventRows, publisher, recordEvents, waitDetail, type TimelineEntry } from '../timeline/record.js';
import { lockOpenTarget } from './attempts.js';

const errorMessageCharsMax = 500;

export interface StepError {
  code: TargetErrorCode;
  message: string;
}

/** The end of a step as it was recorded: public, or failed with a code. */
export interface StepEnd {
  platform: PlatformName;
  errorCode: TargetErrorCode | null;
}

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

/** The usual end, in one statement: each round trip that it saves is time in which the answer could be lost. */
async function recordSuccess(
  deps: ServiceDeps,
  input: StepInput,
  attemptId: string,
  published: Published,
): Promise<StepEnd | undefined> {
  const { db } = deps;
  const { targetId, step } = input;
  const attempt = db.$with('attempt').as(
    db
      .update(publishAttempts)
      .set(attemptEnd(deps, { outcome: 'PUBLISHED', published }))
      .where(eq(publishAttempts.id, attemptId))
      .returning({ number: publishAttempts.number }),
  );
  const target = db.$with('target').as(
    db
      .update(targets)
      .set(publishedFields(deps, input, published))
      .where(eq(targets.id, targetId))
      .returning({ platform: targets.platform }),
  );
  const [ended, told] = eventRows(deps, input.postId, publisher, [
    attemptEntry(input, { attempt: 0, outcome: 'PUBLISHED' }),
    { kind: 'PUBLISHED', targetId, detail: { step } },
  ]);
  if (ended === undefined || told === undefined) return undefined;
  const number = sql`jsonb_build_object('attempt', (select number from ${attempt}))`;
  const detail = sql`${JSON.stringify(ended.detail)}::jsonb || ${number}`;
  const events = db.$with('events').as(
    db
      .insert(postEvents)
      .values([{ ...ended, detail }, told])
      .returning({ kind: postEvents.kind }),
  );
  const [row] = await db.with(attempt, target, events).select().from(target);
  return row && { platform: row.platform, errorCode: null };
}

export function attemptEntry(
  { targetId, step }: StepInput,
  detail: { attempt: number; outcome: AttemptOutcome; errorCode?: TargetErrorCode },
): TimelineEntry {
  return { kind: 'ATTEMPT_ENDED', targetId, detail: { step, ...detail } };
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

interface AttemptEnd {
  outcome: AttemptOutcome;
  error?: StepError;
  published?: Published;
}

function attemptEnd({ clock }: ServiceDeps, { outcome, error, published }: AttemptEnd) {
  return {
    outcome,
    finishedAt: clock.now(),
    errorCode: error?.code ?? null,
    errorMessage: error?.message.slice(0, errorMessageCharsMax) ?? null,
    externalId: published?.externalPostId ?? null,
  };
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
    .set(publishedFields(deps, input, published))
    .where(eq(targets.id, input.targetId))
    .returning({ platform: targets.platform });
  return row && { platform: row.platform, errorCode: null };
}

function publishedFields({ clock }: ServiceDeps, { step }: StepInput, published: Published) {
  const now = clock.now();
  if (step === 'FIRST_COMMENT') {
    return { firstCommentExternalId: published.externalPostId, firstCommentError: null, updatedAt: now };
  }
  return {
    status: 'PUBLISHED' as const,
    publishedAt: now,
    externalPostId: published.externalPostId,
    externalUrl: published.externalUrl,
    externalReference: published.reference,
    errorCode: null,
    errorMessage: null,
    updatedAt: now,
  };
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
