import { AppError, isAppError } from '../../domain/errors.js';
import { changedPostsAtOnceMax, changedPostsMsMax } from '../../domain/limits.js';
import { countMore } from '../rate-limits/count-more.js';
import type { RequestContext } from '../shared/context.js';
import { appErrorOfDb, noticingChanges } from '../shared/rows/db-errors.js';

/** The result of one change, or the error with which it failed. */
export type EachOutcome<Result> = { postId: string; result: Result } | { postId: string; error: unknown };

export interface EachChange<Result> {
  /** Changes one post, in its own transaction. */
  change: (postId: string) => Promise<Result>;
  /** Returns the result for a post that an earlier request with the same Idempotency-Key has changed. */
  again: (postId: string) => Promise<Result>;
}

/**
 * Changes several posts for one request, each one separately. A post that fails does not stop the others. A post that
 * an earlier request with the same Idempotency-Key has changed is not changed again. Each post counts as one request.
 */
export async function changeEach<Result>(
  ctx: RequestContext,
  postIds: readonly string[],
  { change, again }: EachChange<Result>,
): Promise<EachOutcome<Result>[]> {
  await countMore(ctx, postIds.length - 1);
  const endsAtMs = ctx.clock.now().getTime() + changedPostsMsMax;
  const resultOf = async (postId: string): Promise<Result> => {
    if (ctx.changedIds?.has(postId) === true) return again(postId);
    if (ctx.clock.now().getTime() >= endsAtMs) throw outOfTime();
    return change(postId);
  };
  const outcomeOf = async (postId: string): Promise<EachOutcome<Result>> => {
    try {
      return { postId, result: await resultOf(postId) };
    } catch (error) {
      return { postId, error: appErrorOfDb(error) ?? error };
    }
  };
  const outcomes: EachOutcome<Result>[] = [];
  const waiting = postIds.entries();
  const work = async (): Promise<void> => {
    for (const [index, postId] of waiting) outcomes[index] = await noticingChanges(() => outcomeOf(postId));
  };
  await Promise.all(Array.from({ length: changedPostsAtOnceMax }, work));
  // A repeat of this request has taken over the key, so its response has all outcomes.
  for (const outcome of outcomes) if ('error' in outcome && isTakenOver(outcome.error)) throw outcome.error;
  return outcomes;
}

const isTakenOver = (error: unknown): boolean => isAppError(error) && error.code === 'IDEMPOTENCY_KEY_IN_USE';

const outOfTime = (): AppError<'RETRY'> =>
  new AppError('RETRY', 'The request took too long to reach this post, so nothing was changed.', {});
