import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { targets, workflowCancellations } from '../../../db/schema/index.js';
import type { StepError } from '../../attempts/close-attempt.js';
import { commentNotSent, endStep } from '../../attempts/end-step.js';
import { readLastAttempts } from '../../attempts/last-attempts.js';
import { stoppedLate, windowWords } from '../../attempts/late-steps.js';
import { leavesComment } from '../../attempts/owed-comment.js';
import { lookBeforeCalls } from '../../attempts/past-state.js';
import { lockPost, type PostRecord, type PostRow, type TargetRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { RunState } from '../../shared/workflow-starter.js';
import { reconciler, recordEvents, type TimelineEntry } from '../../timeline/record.js';

const neverBegun = (post: PostRow): StepError => ({
  code: 'PUBLISH_WINDOW_MISSED',
  message: `Publishing did not start within ${windowWords(post)} of the due time. Nothing was sent.`,
});

/** Ends what is still open of a post whose row the caller has locked: targets, and first comments that were due. */
export async function endOverdueTargets(
  tx: Tx,
  deps: ServiceDeps,
  { post, targets: rows }: PostRecord,
): Promise<TimelineEntry[]> {
  const lastPosts = await readLastAttempts(tx, post.id, 'POST');
  const entries: TimelineEntry[] = [];
  for (const target of rows) {
    if (target.status === 'SCHEDULED' || target.status === 'PUBLISHING') {
      const last = lastPosts.get(target.id);
      const ended = await endStep(
        tx,
        deps,
        'POST',
        { target, last },
        last === undefined ? neverBegun(post) : stoppedLate(post, last.outcome),
      );
      entries.push(...ended.entries);
    } else if (leavesComment(target)) {
      entries.push(...(await endComment(tx, deps, post, target)));
    }
  }
  return entries;
}

/** Ends a first comment that was not sent in time, or whose outcome nobody knows. */
async function endComment(
  tx: Tx,
  deps: ServiceDeps,
  post: PostRow,
  target: TargetRow,
): Promise<TimelineEntry[]> {
  const last = (await readLastAttempts(tx, target.postId, 'FIRST_COMMENT')).get(target.id);
  const error = last === undefined ? commentNotSent : stoppedLate(post, last.outcome);
  return (await endStep(tx, deps, 'FIRST_COMMENT', { target, last }, error)).entries;
}

export interface CommentRun {
  targetId: string;
  postId: string;
  workflowId: string | null;
}

/**
 * Ends a retry of a first comment in place of its run. If the run has ended and the target still names it, it may
 * have commented in a time that the database has lost: the comment is unconfirmed, and the next retry looks first.
 */
export async function giveUpCommentRun(
  deps: ServiceDeps,
  { targetId, postId, workflowId }: CommentRun,
  state: RunState,
): Promise<boolean> {
  if (workflowId === null) return false;
  return deps.db.transaction(async (tx) => {
    const record = await lockPost(tx, postId);
    const target = record?.targets.find(({ id }) => id === targetId);
    if (target !== undefined && target.commentRunId !== workflowId) return false;
    // Nobody is told about a deleted post any more, but its run still ends.
    const isDue = target?.firstCommentExternalId === null;
    const hasEnded = state === 'completed' || state === 'closed';
    const due = isDue && hasEnded ? await withMissingCall(tx, deps, target) : target;
    const isOpen = isDue && record !== undefined && due !== undefined;
    const entries = isOpen ? await endComment(tx, deps, record.post, due) : [];
    await tx
      .update(targets)
      .set({ commentRunId: null, commentRunSince: null })
      .where(eq(targets.id, targetId));
    await oweTermination(tx, deps, [workflowId]);
    await recordEvents(tx, deps, postId, reconciler, entries);
    return true;
  });
}

async function withMissingCall(tx: Tx, { clock }: ServiceDeps, target: TargetRow): Promise<TargetRow> {
  await lookBeforeCalls(tx, target.postId, target.commentRunSince ?? clock.now(), [target.id]);
  const [marked] = await tx.select().from(targets).where(eq(targets.id, target.id));
  return marked ?? target;
}

export async function oweTermination(
  tx: Tx,
  { clock }: ServiceDeps,
  runs: readonly (string | null)[],
): Promise<void> {
  const requestedAt = clock.now();
  for (const workflowId of runs) {
    if (workflowId === null) continue;
    await tx
      .insert(workflowCancellations)
      .values({ workflowId, terminate: true, requestedAt })
      .onConflictDoUpdate({
        target: workflowCancellations.workflowId,
        set: { terminate: true, requestedAt },
      });
  }
}
