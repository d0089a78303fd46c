import { performance } from 'node:perf_hooks';
import { and, desc, eq, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/client.js';
import { fixedStatement, rowSlots, slot, type FixedStatement } from '../../db/fixed-statement.js';
import { publishAttempts, targets } from '../../db/schema/index.js';
import type { JsonObject } from '../../domain/json.js';
import { isOutcomeOpen, nextMove } from '../../domain/publish-attempts.js';
import { sendWindowMs } from '../../domain/publish-ladders.js';
import type { PublishStep, StepInput } from '../../domain/workflow-contract.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { ServiceDeps } from '../shared/context.js';
import { publisher, recordEvents } from '../timeline/record.js';
import { endStep } from './end-target.js';
import { lockPostRow, type PostRow, type TargetRow } from '../post-records/records.js';

export type AttemptRow = typeof publishAttempts.$inferSelect;

export type Claim =
  /** The row is written; the caller, and nobody else, may make the call. */
  | {
      kind: 'CALL';
      attemptId: string;
      /** The attempt's number: whoever has a lower one by now has been overtaken. */
      number: number;
      /** Of a run's first attempt. */
      latenessMs: number | null;
      /** When it was claimed, on the monotonic clock. */
      claimedMs: number;
      sendBefore: SendBefore;
    }
  | { kind: 'LOOK_UP' }
  | { kind: 'ALREADY_PUBLISHED' }
  | { kind: 'CLOSED' };

/** What a call is about to send, and what its caller knew when it began to prepare it. */
export interface ClaimInput {
  sentText: string;
  /** Stored with the claim: a look-up must find what this call sends, whatever others have stored meanwhile. */
  prepared: JsonObject;
  accountIdentity: string;
  lastNumber: number;
}

/** What stands in the place of a call that may be missing. */
export interface AssumedInput extends Pick<ClaimInput, 'sentText' | 'accountIdentity'> {
  /** Whether what is stored cannot be what the missing call has used: a container is published once, and made anew. */
  forgetsState: boolean;
}

/**
 * Claims the right to make the one public call of a step, by an attempt row that is committed before the call.
 * Under the post's row lock, so that cancel and publish never both win; keyed by target, step and generation,
 * so that a Temporal retry or a reset from the Web UI finds what an earlier run has done.
 */
export async function claimAttempt(
  deps: ServiceDeps,
  input: StepInput,
  { sentText, prepared, accountIdentity, lastNumber }: ClaimInput,
): Promise<Claim> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    if (open === undefined) return { kind: 'CLOSED' };
    const { last } = open;
    const move = nextMove(last === undefined ? undefined : last.outcome);
    if (move !== 'CALL') return { kind: move };
    // Another try has called since this one prepared: what it left behind decides what comes next.
    if ((last?.number ?? 0) !== lastNumber) return { kind: 'LOOK_UP' };
    // Nothing is called after a cancel that was accepted.
    if (isCancelRequested(open, input.step)) {
      const { entries } = await endStep(tx, deps, input.step, open, 'CANCELED');
      await recordEvents(tx, deps, input.postId, publisher, entries);
      return { kind: 'CLOSED' };
    }
    const startedAt = deps.clock.now();
    const claimedMs = performance.now();
    const sendBefore = {
      monotonicMs: claimedMs + sendWindowMs,
      wallMs: startedAt.getTime() + sendWindowMs,
    };
    const attempt = {
      id: deps.newId('attempt'),
      targetId: input.targetId,
      step: input.step,
      generation: open.post.generation,
      number: lastNumber + 1,
      workflowId: input.workflowId,
      accountIdentity,
      sentText,
      startedAt,
    };
    await claimStatements[input.step](tx, {
      ...attemptSlots.values(attempt),
      now: startedAt,
      state: prepared,
      id: input.targetId,
    });
    const dueAt = last?.generation === attempt.generation ? null : open.target.scheduledFor;
    const latenessMs = input.step === 'POST' && dueAt !== null ? startedAt.getTime() - dueAt.getTime() : null;
    return { kind: 'CALL', attemptId: attempt.id, number: attempt.number, claimedMs, latenessMs, sendBefore };
  });
}

/** Whether a cancel has called off what is left of a step. A comment that a person has retried since is wanted. */
export function isCancelRequested({ target }: { target: TargetRow }, step: PublishStep): boolean {
  const { cancelRequestedAt, commentRunSince } = target;
  if (cancelRequestedAt === null) return false;
  return step === 'POST' || commentRunSince === null || commentRunSince <= cancelRequestedAt;
}

/**
 * Where the rows may not tell of every call (`lookFirstSince`), puts an attempt of unknown outcome in the place of
 * the one that may be missing, once for each step: the platform is then looked at before anything is called.
 * True where it did.
 */
export async function assumeAttempt(
  deps: ServiceDeps,
  input: StepInput,
  { sentText, accountIdentity, forgetsState }: AssumedInput,
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    const since = open?.target.lookFirstSince ?? null;
    if (open === undefined || since === null) return false;
    const { last, post } = open;
    if (last !== undefined && (nextMove(last.outcome) !== 'CALL' || last.startedAt >= since)) return false;
    const { generation } = post;
    await insertAssumed(tx, deps, last, {
      ...input,
      accountIdentity,
      generation,
      sentText,
      startedAt: since,
    });
    if (forgetsState) {
      await tx
        .update(targets)
        .set(input.step === 'POST' ? { postState: null } : { commentState: null })
        .where(eq(targets.id, input.targetId));
    }
    const { targetId, step } = input;
    await recordEvents(tx, deps, input.postId, publisher, [
      { kind: 'LOOK_FIRST', targetId, detail: { step } },
    ]);
    return true;
  });
}

type AssumedCall = Pick<
  AttemptRow,
  'targetId' | 'step' | 'accountIdentity' | 'generation' | 'workflowId' | 'sentText' | 'startedAt'
>;

/** Writes, after the last attempt that is known, one of unknown outcome for a call that may have been made. */
export async function insertAssumed(
  tx: Tx,
  deps: ServiceDeps,
  last: AttemptRow | undefined,
  call: AssumedCall,
): Promise<void> {
  const { targetId, step, accountIdentity, generation, workflowId, sentText, startedAt } = call;
  await tx.insert(publishAttempts).values({
    id: deps.newId('attempt'),
    targetId,
    step,
    accountIdentity,
    generation,
    number: (last?.number ?? 0) + 1,
    workflowId,
    sentText,
    startedAt,
    outcome: 'AMBIGUOUS',
    finishedAt: deps.clock.now(),
    assumed: true,
  });
}

const attemptSlots = rowSlots(publishAttempts, [
  'id',
  'targetId',
  'step',
  'generation',
  'number',
  'workflowId',
  'accountIdentity',
  'sentText',
  'startedAt',
]);

/** Writes the attempt and counts it at its target: one statement. */
const claimStatements: Record<PublishStep, FixedStatement<unknown>> = {
  POST: claimStatement('claim_post', () => ({
    attemptCount: sql`${targets.attemptCount} + 1`,
    lastAttemptAt: slot(targets.lastAttemptAt, 'now'),
    postState: slot(targets.postState, 'state'),
  })),
  FIRST_COMMENT: claimStatement('claim_comment', () => ({
    firstCommentAttempt: sql`${targets.firstCommentAttempt} + 1`,
    commentState: slot(targets.commentState, 'state'),
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
    .where(
      and(
        eq(targets.id, sql.placeholder('targetId')),
        eq(targets.postId, sql.placeholder('postId')),
        isNull(targets.removedAt),
      ),
    ),
);

/** Joins a target with the last attempt at a step of it, if there is one; with that of each step where none is named. */
export function isLastAttempt(step?: PublishStep | Placeholder): SQL | undefined {
  return and(
    eq(publishAttempts.targetId, targets.id),
    step && eq(publishAttempts.step, step),
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

/**
 * Stores what `prepare` gave, before anything is built upon it. `drop-media` takes what an upload has brought to the
 * platform out of the state, and nothing else. False: nothing was stored, because the step is not the caller's any
 * more, or another try has made a call since the attempt `lastNumber`, whose look-up needs what is stored.
 */
export async function saveState(
  deps: ServiceDeps,
  input: StepInput,
  lastNumber: number,
  state: JsonObject | 'drop-media' | null,
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    const last = open?.last;
    if (open === undefined || (last?.number ?? 0) !== lastNumber) return false;
    if (isOutcomeOpen(last?.outcome)) return false;
    const value = state === 'drop-media' ? sql`${targets.postState} - 'media'` : state;
    await tx
      .update(targets)
      .set(input.step === 'POST' ? { postState: value } : { commentState: value })
      .where(eq(targets.id, input.targetId));
    return true;
  });
}
