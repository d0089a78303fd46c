import { performance } from 'node:perf_hooks';
import { and, desc, eq, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/client.js';
import { fixedStatement, rowSlots, slot, type FixedStatement } from '../../db/fixed-statement.js';
import { publishAttempts, targets } from '../../db/schema/index.js';
import type { JsonObject } from '../../domain/json.js';
import { nextMove } from '../../domain/publish-attempts.js';
import { sendWindowMs } from '../../domain/publish-ladders.js';
import type { PublishStep, StepInput } from '../../domain/workflow-contract.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { ServiceDeps } from '../context.js';
import { lockPostRow, type PostRow, type TargetRow } from '../posts/post-records.js';

export type AttemptRow = typeof publishAttempts.$inferSelect;

export type Claim =
  /** The row is written; the caller, and nobody else, may make the call. */
  | {
      kind: 'CALL';
      attemptId: string;
      /** Of a run's first attempt. */
      latenessMs: number | null;
      sendBefore: SendBefore;
    }
  | { kind: 'LOOK_UP' }
  | { kind: 'ALREADY_PUBLISHED' }
  | { kind: 'CLOSED' };

/**
 * Claims the right to make the one public call of a step, by an attempt row that is committed before the call.
 * Under the post's row lock, so that cancel and publish never both win; keyed by target, step and generation,
 * so that a Temporal retry or a reset from the Web UI finds what an earlier run has done.
 *
 * `prepared` is stored with the claim, where the caller has not stored it before.
 */
export async function claimAttempt(
  deps: ServiceDeps,
  input: StepInput,
  sentText: string,
  prepared?: JsonObject,
): Promise<Claim> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    if (open === undefined) return { kind: 'CLOSED' };
    const { last } = open;
    const move = nextMove(last === undefined ? undefined : last.outcome);
    if (move !== 'CALL') return { kind: move };
    const startedAt = deps.clock.now();
    const sendBefore = {
      monotonicMs: performance.now() + sendWindowMs,
      wallMs: startedAt.getTime() + sendWindowMs,
    };
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
    await claimStatements[input.step](tx, {
      ...attemptSlots.values(attempt),
      now: startedAt,
      state: prepared ?? null,
      id: input.targetId,
    });
    const dueAt = last?.generation === attempt.generation ? null : open.target.scheduledFor;
    const latenessMs = input.step === 'POST' && dueAt !== null ? startedAt.getTime() - dueAt.getTime() : null;
    return { kind: 'CALL', attemptId: attempt.id, latenessMs, sendBefore };
  });
}

const attemptSlots = rowSlots(publishAttempts, [
  'id',
  'targetId',
  'step',
  'generation',
  'number',
  'workflowId',
  'sentText',
  'startedAt',
]);

/** Writes the attempt and counts it at its target: one statement. */
const claimStatements: Record<PublishStep, FixedStatement<unknown>> = {
  POST: claimStatement('claim_post', () => ({
    attemptCount: sql`${targets.attemptCount} + 1`,
    lastAttemptAt: slot(targets.lastAttemptAt, 'now'),
    postState: stateOr(targets.postState),
  })),
  FIRST_COMMENT: claimStatement('claim_comment', () => ({
    firstCommentAttempt: sql`${targets.firstCommentAttempt} + 1`,
    commentState: stateOr(targets.commentState),
  })),
};

function claimStatement(
  name: string,
  fields: () => Partial<Record<keyof TargetRow, SQL>>,
): FixedStatement<unknown> {
  return fixedStatement(name, (q) => {
    const claimed = q
      .$with('claimed')
      .as(q.insert(publishAttempts).values(attemptSlots.slots).returning({ id: publishAttempts.id }));
    return q
      .with(claimed)
      .update(targets)
      .set({ ...fields(), updatedAt: slot(targets.updatedAt, 'now') })
      .where(eq(targets.id, slot(targets.id)));
  });
}

/** What was prepared just now, or what was there: null brings nothing. */
function stateOr(column: typeof targets.postState | typeof targets.commentState): SQL {
  return sql`coalesce(${slot(column, 'state')}, ${column})`;
}

/** The target, if this run may still act on this step of it, and the step's last attempt. Locks the post's row. */
export async function lockOpenTarget(
  tx: Tx,
  { postId, targetId, step, workflowId }: StepInput,
): Promise<{ post: PostRow; target: TargetRow; last: AttemptRow | undefined } | undefined> {
  // Sent together, run one behind the other: the second reads what there is once the lock is held.
  const [post, [row]] = await Promise.all([
    lockPostRow(tx, postId),
    readTargetAndLast(tx, { postId, targetId, step }),
  ]);
  if (post === undefined || row === undefined) return undefined;
  const { target, last } = row;
  const open =
    step === 'POST'
      ? post.workflowId === workflowId && target.status === 'PUBLISHING'
      : mayComment(post, target, workflowId);
  return open ? { post, target, last: last ?? undefined } : undefined;
}

const readTargetAndLast = fixedStatement('read_target_and_last', (q) =>
  q
    .select({ target: targets, last: publishAttempts })
    .from(targets)
    .leftJoin(publishAttempts, isLastAttempt(sql.placeholder('step')))
    .where(and(eq(targets.id, sql.placeholder('targetId')), eq(targets.postId, sql.placeholder('postId')))),
);

/** Joins a target with the last attempt at a step of it, if there is one. */
export function isLastAttempt(step: PublishStep | Placeholder): SQL | undefined {
  return and(
    eq(publishAttempts.targetId, targets.id),
    eq(publishAttempts.step, step),
    sql`${publishAttempts.number} = (
      select max(latest.number) from ${publishAttempts} latest
      where latest.target_id = ${targets.id} and latest.step = ${publishAttempts.step})`,
  );
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
  await deps.db.update(targets).set(stateFields(step, state)).where(eq(targets.id, targetId));
}

function stateFields(step: PublishStep, state: JsonObject | null) {
  return step === 'POST' ? { postState: state } : { commentState: state };
}

/** Drops what an upload has brought to the platform from the state, and nothing else. */
export async function forgetMedia(
  deps: ServiceDeps,
  { targetId }: Pick<StepInput, 'targetId'>,
): Promise<void> {
  await deps.db
    .update(targets)
    .set({ postState: sql`${targets.postState} - 'media'` })
    .where(eq(targets.id, targetId));
}
