import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { targets } from '../../db/schema/index.js';
import type { PostRow, TargetRow } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import type { TimelineEntry } from '../timeline/record.js';
import { commentNotSent, endStep } from './end-step.js';
import { readLastAttempts } from './last-attempts.js';
import { stoppedLate } from './late-steps.js';
import { lookBeforeCalls } from './past-state.js';

/** Ends a first comment that was not sent in time or whose outcome is unknown. */
export async function endComment(
  tx: Tx,
  deps: ServiceDeps,
  post: PostRow,
  target: TargetRow,
): Promise<TimelineEntry[]> {
  const last = (await readLastAttempts(tx, target.postId, 'FIRST_COMMENT')).get(target.id);
  const error = last === undefined ? commentNotSent(target) : stoppedLate(post, last.outcome);
  return (await endStep(tx, deps, 'FIRST_COMMENT', { target, last }, error)).entries;
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
  await lookBeforeCalls(tx, target.postId, target.commentRunSince ?? deps.clock.now(), [target.id]);
  const [marked = target] = await tx.select().from(targets).where(eq(targets.id, target.id));
  return endComment(tx, deps, post, marked);
}
