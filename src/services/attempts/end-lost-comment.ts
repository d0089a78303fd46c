import type { Tx } from '../../db/client.js';
import type { PostRow, PublicationRow, TargetRow } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import type { TimelineEntry } from '../timeline/record.js';
import { commentNotSent, endStep, type EndedStep } from './end-step.js';
import { lastAttempt } from './last-attempts.js';
import { stoppedLate } from './late-steps.js';
import { lookBeforeCalls } from './past-state.js';
import { leftComment } from './pending-comment.js';

/** Ends the first comment of a public target that no run is left to send, if there is one. */
export async function endLeftComment(tx: Tx, deps: ServiceDeps, target: TargetRow): Promise<EndedStep> {
  const publication = leftComment(target);
  if (publication === null) return { end: undefined, entries: [] };
  const last = await lastAttempt(tx, publication.id);
  return endStep(tx, deps, { publication, last }, commentNotSent(target));
}

/** Ends a first comment that was not sent in time or whose outcome is unknown. */
export async function endComment(
  tx: Tx,
  deps: ServiceDeps,
  post: PostRow,
  target: TargetRow,
): Promise<TimelineEntry[]> {
  const { comment } = target;
  if (comment === null) return [];
  const last = await lastAttempt(tx, comment.id);
  const error = last === undefined ? commentNotSent(target) : stoppedLate(post, last.outcome);
  return (await endStep(tx, deps, { publication: comment, last }, error)).entries;
}

/**
 * Ends a first comment whose run has ended although the database knows no outcome. The run may have sent the comment in
 * a time that the database has lost, so the comment is unconfirmed and the next retry looks first.
 */
export async function endLostComment(
  tx: Tx,
  deps: ServiceDeps,
  post: PostRow,
  target: TargetRow,
): Promise<TimelineEntry[]> {
  const { comment } = target;
  if (comment === null) return [];
  const [marked = comment]: PublicationRow[] = await lookBeforeCalls(
    tx,
    target.postId,
    comment.runSince ?? deps.clock.now(),
    [comment.id],
  );
  return endComment(tx, deps, post, { ...target, comment: marked });
}
