import { workflowTypes } from '../../src/domain/workflow-contract.js';
import { checkStillAhead, dueAfterScheduling, newBatch, scheduleEach } from './actions.js';
import { lateArrivals } from './arrivals.js';
import type { BenchRun } from './bench.js';
import { untilAllClosed } from './closed-runs.js';

export interface PublishingRound {
  /** Each account gets one post. */
  accountIds: readonly string[];
  /**
   * The number of posts that even a slow machine schedules per second. Only the wait until they are due depends on it.
   */
  perSecondMin: number;
  /** Time between one post and the next. Without it, all are due at the same instant. */
  apartMs?: number;
}

/** Schedules the posts. The returned function waits for them and returns how late each was, in order. */
export async function scheduleRound(
  { stack, aheadMs }: Pick<BenchRun, 'stack' | 'aheadMs'>,
  { accountIds, perSecondMin, apartMs = 0 }: PublishingRound,
): Promise<() => Promise<number[]>> {
  const count = accountIds.length;
  const startedSince = new Date();
  const firstMs = dueAfterScheduling(count, perSecondMin).getTime() + aheadMs;
  const batch = newBatch();
  const posts = accountIds.map((id, number) => ({
    text: `${batch}-${number}`,
    dueAt: new Date(firstMs + number * apartMs),
    accountIds: [id],
  }));
  await scheduleEach(stack, posts);
  checkStillAhead(new Date(firstMs));
  return async () => {
    const lateMs = await lateArrivals(stack, posts);
    await untilAllClosed(stack, { type: workflowTypes.publishPost, startedSince, count });
    return lateMs;
  };
}

/** Schedules the posts, waits until all are published, and returns how late each was. */
export async function publishRound(
  run: Pick<BenchRun, 'stack' | 'aheadMs'>,
  round: PublishingRound,
): Promise<number[]> {
  const untilPublished = await scheduleRound(run, round);
  return untilPublished();
}
