import type { Tx } from '../../db/client.js';
import type { PublicationRow, TargetRow } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import type { TimelineEntry } from '../timeline/record.js';
import { endStep, followerNotSent, type EndedStep } from './end-step.js';
import { leftFollower } from './followers.js';
import { lastAttempt } from './last-attempts.js';
import { stoppedLate } from './late-steps.js';
import { lookBeforeCalls } from './past-state.js';

/** Ends the next part or the first comment of a public target that no run is left to send, if there is one. */
export async function endLeftFollower(tx: Tx, deps: ServiceDeps, target: TargetRow): Promise<EndedStep> {
  const publication = leftFollower(target);
  if (publication === null) return { end: undefined, entries: [] };
  const last = await lastAttempt(tx, publication.id);
  return endStep(tx, deps, { publication, last }, followerNotSent(target, publication));
}

/** Ends a part or a first comment (by default) that was not sent in time or whose outcome is unknown. */
export async function endFollower(
  tx: Tx,
  deps: ServiceDeps,
  target: TargetRow,
  publication: PublicationRow | null = target.comment,
): Promise<TimelineEntry[]> {
  if (publication === null) return [];
  const last = await lastAttempt(tx, publication.id);
  const error =
    last === undefined ? followerNotSent(target, publication) : stoppedLate(publication, last.outcome);
  return (await endStep(tx, deps, { publication, last }, error)).entries;
}

/**
 * Ends a first comment whose run has ended although the database knows no outcome. The run may have sent the comment in
 * a time that the database has lost, so the comment is unconfirmed and the next retry looks first.
 */
export async function endLostComment(tx: Tx, deps: ServiceDeps, target: TargetRow): Promise<TimelineEntry[]> {
  const { comment } = target;
  if (comment === null) return [];
  const [marked = comment]: PublicationRow[] = await lookBeforeCalls(
    tx,
    target.postId,
    comment.runSince ?? deps.clock.now(),
    [comment.id],
  );
  return endFollower(tx, deps, target, marked);
}
