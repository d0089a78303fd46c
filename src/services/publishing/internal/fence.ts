import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { publishAttempts, targets } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import { isOutcomeOpen, nextMove } from '../../../domain/publish-attempts.js';
import type { PublishStep, StepInput, StepResult } from '../../../domain/workflow-contract.js';
import { isLastAttempt, type AttemptRow } from '../../attempts/last-attempts.js';
import { isCommentable } from '../../attempts/pending-comment.js';
import { lockPostRow, type PostRow, type TargetRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { publisher, recordEvents, type TimelineEntry } from '../../timeline/record.js';

/**
 * Locks the post's row and returns the target with the step's last attempt, if this run may still act on the step. A
 * SCHEDULED target may be prepared; the claim of a call turns it PUBLISHING.
 */
export async function lockOpenTarget(
  tx: Tx,
  input: StepInput,
): Promise<{ post: PostRow; target: TargetRow; last: AttemptRow | undefined } | undefined> {
  // Both queries are sent at once and executed in order, so the second one reads under the lock.
  const [post, [row]] = await Promise.all([lockPostRow(tx, input.postId), readTargetAndLast(tx, input)]);
  if (post === undefined || row === undefined) return undefined;
  const { target, last } = row;
  return isOpenStep(post, target, input) ? { post, target, last: last ?? undefined } : undefined;
}

/** Whether the run may still act on the step according to these rows. */
function isOpenStep(
  post: PostRow,
  target: TargetRow,
  { step, workflowId }: Pick<StepInput, 'step' | 'workflowId'>,
): boolean {
  if (post.deletedAt !== null || target.removedAt !== null) return false;
  if (step === 'FIRST_COMMENT') return mayComment(post, target, workflowId);
  return post.workflowId === workflowId && (target.status === 'PUBLISHING' || isAhead(post, target));
}

/**
 * Whether the run may not act on the step, by rows that were read without a lock, possibly before the API's second
 * commit promoted the run. This avoids preparing and holding a step that is canceled or replaced. The claim decides.
 */
export function isClosedStep(post: PostRow, target: TargetRow, input: StepInput): boolean {
  const named =
    post.pendingWorkflowId === input.workflowId ? { ...post, workflowId: input.workflowId } : post;
  return !isOpenStep(named, target, input);
}

function readTargetAndLast(tx: Tx, { postId, targetId, step }: StepInput) {
  return tx
    .select({ target: targets, last: publishAttempts })
    .from(targets)
    .leftJoin(publishAttempts, isLastAttempt(step))
    .where(and(eq(targets.id, targetId), eq(targets.postId, postId), isNull(targets.removedAt)));
}

/** Whether the run works on a post that is not yet due. */
export function isAhead(post: Pick<PostRow, 'status'>, target: Pick<TargetRow, 'status'>): boolean {
  return post.status === 'SCHEDULED' && target.status === 'SCHEDULED';
}

/** Whether this run may send the first comment: the post's run once, and after a failure only a retry's run. */
function mayComment(post: PostRow, target: TargetRow, workflowId: string): boolean {
  // A user may have removed the first comment after the run was planned.
  if (!isCommentable(target)) return false;
  if (target.commentRunId !== null) return target.commentRunId === workflowId;
  return post.workflowId === workflowId && target.firstCommentError === null;
}

/** Whether a cancel forbids the step. A first comment that was retried after the cancel may be sent. */
export function isCancelRequested({ target }: { target: TargetRow }, step: PublishStep): boolean {
  const { cancelRequestedAt, commentRunSince } = target;
  if (cancelRequestedAt === null) return false;
  return step === 'POST' || commentRunSince === null || commentRunSince <= cancelRequestedAt;
}

/** The result for the workflow if the earlier attempts permit no call. Undefined if they do. */
export function answerWithoutCall(
  last: Pick<AttemptRow, 'outcome'> | undefined,
): Extract<StepResult, { kind: 'AMBIGUOUS' | 'PUBLISHED' }> | undefined {
  switch (nextMove(last?.outcome)) {
    case 'CALL':
      return undefined;
    case 'LOOK_UP':
      return { kind: 'AMBIGUOUS' };
    case 'ALREADY_PUBLISHED':
      return { kind: 'PUBLISHED' };
  }
}

/**
 * Stores the result of `prepare`, or the progress of an upload, before anything depends on it. `drop-media` only
 * removes the uploaded media from the state. It holds the post's lock, like everything that must not overtake a cancel.
 * False means that nothing was stored: the step no longer belongs to the caller, or another try has made a call since
 * attempt `lastNumber`, and the look-up of that call needs the stored state.
 */
export async function saveState(
  deps: ServiceDeps,
  input: StepInput,
  lastNumber: number,
  state: JsonObject | 'drop-media' | null,
  entries: readonly TimelineEntry[] = [],
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
    await recordEvents(tx, deps, input.postId, publisher, entries);
    return true;
  });
}
