import type { Tx } from '../../db/client.js';
import type { StepError } from '../../domain/step-errors.js';
import type { PublishStep } from '../../domain/workflow-contract.js';
import type { PublicationRow, TargetRow } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import type { TimelineEntry } from '../timeline/record.js';
import { endStep, followerNotSent, type EndedStep, type OpenStep } from './end-step.js';
import { isWaiting, leftFollower } from './followers.js';
import { lastAttempt, readLastAttempts } from './last-attempts.js';
import { stoppedLate } from './late-steps.js';
import { lookBeforeCalls } from './past-state.js';

interface Left extends OpenStep {
  target: TargetRow;
}

/**
 * Ends what no run is left to end of these targets, so that users always see an outcome: each that waits, and what
 * follows one that is public. `wanted` is the end if nothing may be public.
 */
export async function endOpen(
  tx: Tx,
  deps: ServiceDeps,
  rows: readonly TargetRow[],
  wanted: (left: Left) => StepError | 'CANCELED',
): Promise<(EndedStep & { step: PublishStep })[]> {
  const left = rows.flatMap((target) => {
    const publication = isWaiting(target) ? target : leftFollower(target);
    return publication === null ? [] : [{ target, publication }];
  });
  const lastAttempts = await readLastAttempts(
    tx,
    left.map(({ publication }) => publication.id),
  );
  const ended = [];
  for (const { target, publication } of left) {
    const open = { publication, last: lastAttempts.get(publication.id) };
    const end = await endStep(tx, deps, open, wanted({ ...open, target }));
    ended.push({ ...end, step: publication.step });
  }
  return ended;
}

/** Ends the next part, or the first comment, of each target that is public. */
export function endFollowers(
  tx: Tx,
  deps: ServiceDeps,
  rows: readonly TargetRow[],
): ReturnType<typeof endOpen> {
  const shown = rows.filter(({ status }) => status === 'PUBLISHED');
  return endOpen(tx, deps, shown, ({ target, publication }) => followerNotSent(target, publication));
}

/**
 * Ends a first comment that its retry has not ended. `isLost`: the run has ended, but the database knows no outcome. It
 * may have sent the comment in a time that the database has lost, so the comment is unconfirmed, and the next retry
 * looks first.
 */
export async function endComment(
  tx: Tx,
  deps: ServiceDeps,
  target: TargetRow,
  { isLost }: { isLost: boolean },
): Promise<TimelineEntry[]> {
  const { comment, postId } = target;
  if (comment === null) return [];
  const since = comment.runSince ?? deps.clock.now();
  const [publication = comment]: PublicationRow[] = isLost
    ? await lookBeforeCalls(tx, postId, since, [comment.id])
    : [];
  const last = await lastAttempt(tx, publication.id);
  const error =
    last === undefined ? followerNotSent(target, publication) : stoppedLate(publication, last.outcome);
  return (await endStep(tx, deps, { publication, last }, error)).entries;
}
