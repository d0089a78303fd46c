import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/client.js';
import { publishAttempts, targets } from '../../db/schema/index.js';
import type { JsonObject } from '../../domain/json.js';
import { nextMove } from '../../domain/publish-attempts.js';
import type { PublishStep, StepInput } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../context.js';
import { lockPost, type PostRow, type TargetRow } from '../posts/post-records.js';

export type AttemptRow = typeof publishAttempts.$inferSelect;

export type Claim =
  /** The row is written; the caller, and nobody else, may make the call. */
  | { kind: 'CALL'; attemptId: string; /** Of a run's first attempt. */ latenessMs: number | null }
  | { kind: 'LOOK_UP' }
  | { kind: 'ALREADY_PUBLISHED' }
  | { kind: 'CLOSED' };

/**
 * Claims the right to make the one public call of a step, by an attempt row that is committed before the call.
 * Under the post's row lock, so that cancel and publish never both win; keyed by target, step and generation,
 * so that a Temporal retry or a reset from the Web UI finds what an earlier run has done.
 */
export async function claimAttempt(deps: ServiceDeps, input: StepInput, sentText: string): Promise<Claim> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    if (open === undefined) return { kind: 'CLOSED' };
    const last = await lastAttempt(tx, input.targetId, input.step);
    const move = nextMove(last === undefined ? undefined : last.outcome);
    if (move !== 'CALL') return { kind: move };
    const startedAt = deps.clock.now();
    const attempt = {
      id: deps.newId('attempt'),
      targetId: input.targetId,
      step: input.step,
      generation: open.post.generation,
      number: (last?.number ?? 0) + 1,
      workflowId: input.workflowId,
      sentText,
      startedAt,
    };
    await tx.insert(publishAttempts).values(attempt);
    await tx.update(targets).set(countAttempt(input.step, startedAt)).where(eq(targets.id, input.targetId));
    const dueAt = last?.generation === attempt.generation ? null : open.target.scheduledFor;
    const latenessMs = input.step === 'POST' && dueAt !== null ? startedAt.getTime() - dueAt.getTime() : null;
    return { kind: 'CALL', attemptId: attempt.id, latenessMs };
  });
}

function countAttempt(step: PublishStep, startedAt: Date) {
  return step === 'POST'
    ? { attemptCount: sql`${targets.attemptCount} + 1`, lastAttemptAt: startedAt, updatedAt: startedAt }
    : { firstCommentAttempt: sql`${targets.firstCommentAttempt} + 1`, updatedAt: startedAt };
}

/** The target, if this run may still act on this step of it. Locks the post's row. */
export async function lockOpenTarget(
  tx: Tx,
  { postId, targetId, step, workflowId }: StepInput,
): Promise<{ post: PostRow; target: TargetRow } | undefined> {
  const record = await lockPost(tx, postId);
  const target = record?.targets.find((row) => row.id === targetId);
  if (record === undefined || target === undefined) return undefined;
  const open =
    step === 'POST'
      ? record.post.workflowId === workflowId && target.status === 'PUBLISHING'
      : mayComment(record.post, target, workflowId);
  return open ? { post: record.post, target } : undefined;
}

/** The post's own run comments once; after a failure, only the run that a retry has named. */
function mayComment(post: PostRow, target: TargetRow, workflowId: string): boolean {
  if (target.status !== 'PUBLISHED' || target.firstCommentExternalId !== null) return false;
  if (target.commentRunId !== null) return target.commentRunId === workflowId;
  return post.workflowId === workflowId && target.firstCommentError === null;
}

export async function lastAttempt(
  tx: Queryable,
  targetId: string,
  step: PublishStep,
): Promise<AttemptRow | undefined> {
  const [row] = await tx
    .select()
    .from(publishAttempts)
    .where(and(eq(publishAttempts.targetId, targetId), eq(publishAttempts.step, step)))
    .orderBy(desc(publishAttempts.number))
    .limit(1);
  return row;
}

/** Stores what `prepare` gave, before anything is built upon it. */
export async function saveState(
  deps: ServiceDeps,
  { targetId, step }: Pick<StepInput, 'targetId' | 'step'>,
  state: JsonObject | null,
): Promise<void> {
  await deps.db
    .update(targets)
    .set(step === 'POST' ? { postState: state } : { commentState: state })
    .where(eq(targets.id, targetId));
}
