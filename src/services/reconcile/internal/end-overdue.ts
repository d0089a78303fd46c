import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { publications, workflowCancellations } from '../../../db/schema/index.js';
import type { StepError } from '../../../domain/step-errors.js';
import { endFollower, endLostComment } from '../../attempts/end-lost-followers.js';
import { endStep } from '../../attempts/end-step.js';
import { readLastAttempts } from '../../attempts/last-attempts.js';
import { stoppedLate, windowWords } from '../../attempts/late-steps.js';
import { isWaiting, leftFollower } from '../../attempts/followers.js';
import { lockPost, type PublicationRow, type SubjectRecord } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { RunState } from '../../shared/workflow-starter.js';
import { reconciler, recordEvents, type TimelineEntry } from '../../timeline/record.js';

const neverBegun = (target: PublicationRow): StepError => ({
  code: 'PUBLISH_WINDOW_MISSED',
  message: `Publishing did not start within ${windowWords(target)} of the due time. Nothing was sent.`,
});

/** Ends what is open of a post or reply whose row the caller has locked: targets, and what follows them and was due. */
export async function endOverdueTargets(
  tx: Tx,
  deps: ServiceDeps,
  { targets: rows }: SubjectRecord,
): Promise<TimelineEntry[]> {
  const lastPosts = await readLastAttempts(
    tx,
    rows.map(({ id }) => id),
  );
  const entries: TimelineEntry[] = [];
  for (const target of rows) {
    if (isWaiting(target)) {
      const last = lastPosts.get(target.id);
      const ended = await endStep(
        tx,
        deps,
        { publication: target, last },
        last === undefined ? neverBegun(target) : stoppedLate(target, last.outcome),
      );
      entries.push(...ended.entries);
    } else {
      entries.push(...(await endFollower(tx, deps, target, leftFollower(target))));
    }
  }
  return entries;
}

interface CommentRun {
  targetId: string;
  postId: string;
  workflowId: string | null;
}

/**
 * Ends a retry of a first comment whose run can no longer do so. If that run has ended but the target still names it, the
 * database was restored to an earlier state, and the comment may have been sent. It is then recorded as unconfirmed, and
 * the next retry looks for it first.
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
    if (target !== undefined && target.comment?.runId !== workflowId) return false;
    // The comment of a deleted post does not end visibly, but its run is still terminated.
    const isDue = target !== undefined && target.comment?.status !== 'PUBLISHED';
    const hasEnded = state === 'completed' || state === 'closed';
    const end = hasEnded ? endLostComment : endFollower;
    const entries = isDue && record !== undefined ? await end(tx, deps, target) : [];
    await tx
      .update(publications)
      .set({ runId: null, runSince: null })
      .where(eq(publications.runId, workflowId));
    await oweTermination(tx, deps, [workflowId]);
    await recordEvents(tx, deps, postId, reconciler, entries);
    return true;
  });
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
