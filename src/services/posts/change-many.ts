import { AppError, isAppError } from '../../domain/errors.js';
import { changedPostsAtOnceMax, changedPostsMsMax } from '../../domain/limits.js';
import type { PostView } from '../post-records/types.js';
import { countMore } from '../rate-limits/count-more.js';
import type { RequestContext } from '../shared/context.js';
import { appErrorOfDb, noticingChanges } from '../shared/rows/db-errors.js';
import { approvePost } from './approve.js';
import { cancelPost, getCanceledPost } from './cancel.js';
import { deletePost } from './delete.js';
import { getPost } from './get.js';
import { movePost, type Move } from './move.js';
import { rejectPost } from './reject.js';
import { retryPost } from './retry.js';
import { schedulePost } from './schedule.js';
import type { CanceledPostView } from './types.js';

/** The change that each of the posts gets. */
export type PostChange =
  | { action: 'move'; move: Move }
  | { action: 'schedule'; scheduledAt: Date }
  | { action: 'reject'; reason: string }
  | { action: 'cancel' | 'delete' | 'approve' | 'retry' };

export interface ChangeManyInput {
  /** Each post once. */
  postIds: readonly string[];
  change: PostChange;
}

/** `view` is the post afterwards; null if it is deleted or out of the caller's reach since. */
export type PostOutcome =
  { postId: string; view: PostView | CanceledPostView | null } | { postId: string; error: unknown };

/**
 * Changes several posts (POST /posts/bulk), each in its own transaction by the verb for a single post, which also
 * authorizes the caller. A post that fails does not stop the others. What an earlier request with the same
 * Idempotency-Key has changed is not changed again.
 */
export async function changePosts(
  ctx: RequestContext,
  { postIds, change }: ChangeManyInput,
): Promise<PostOutcome[]> {
  await countMore(ctx, postIds.length - 1);
  const endsAtMs = ctx.clock.now().getTime() + changedPostsMsMax;
  const outcomes: PostOutcome[] = [];
  const waiting = postIds.entries();
  const work = async (): Promise<void> => {
    for (const [index, postId] of waiting) {
      outcomes[index] = await noticingChanges(() => outcomeOf(ctx, postId, change, endsAtMs));
    }
  };
  await Promise.all(Array.from({ length: changedPostsAtOnceMax }, work));
  // A repeat of this request has taken over the key, so its response has all outcomes.
  for (const outcome of outcomes) if ('error' in outcome && isTakenOver(outcome.error)) throw outcome.error;
  return outcomes;
}

async function outcomeOf(
  ctx: RequestContext,
  postId: string,
  change: PostChange,
  endsAtMs: number,
): Promise<PostOutcome> {
  try {
    if (ctx.changedIds?.has(postId) === true) return { postId, view: await viewNow(ctx, postId, change) };
    if (ctx.clock.now().getTime() >= endsAtMs) throw outOfTime();
    return { postId, view: await changePost(ctx, postId, change) };
  } catch (error) {
    return { postId, error: appErrorOfDb(error) ?? error };
  }
}

async function changePost(
  ctx: RequestContext,
  postId: string,
  change: PostChange,
): Promise<PostView | CanceledPostView | null> {
  switch (change.action) {
    case 'move':
      return movePost(ctx, { postId, ...change.move });
    case 'schedule':
      return schedulePost(ctx, { postId, scheduledAt: change.scheduledAt });
    case 'cancel':
      return cancelPost(ctx, { postId });
    case 'approve':
      return approvePost(ctx, { postId });
    case 'reject':
      return rejectPost(ctx, { postId, reason: change.reason });
    case 'retry':
      return retryPost(ctx, { postId });
    case 'delete':
      await deletePost(ctx, { postId });
      return null;
  }
}

/** Reads a post that an earlier request has changed. */
async function viewNow(
  ctx: RequestContext,
  postId: string,
  { action }: PostChange,
): Promise<PostView | CanceledPostView | null> {
  if (action === 'delete') return null;
  try {
    return await (action === 'cancel' ? getCanceledPost(ctx, { postId }) : getPost(ctx, { postId }));
  } catch (error) {
    if (isAppError(error) && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN_WORKSPACE'))
      return null;
    throw error;
  }
}

const isTakenOver = (error: unknown): boolean => isAppError(error) && error.code === 'IDEMPOTENCY_KEY_IN_USE';

const outOfTime = (): AppError<'RETRY'> =>
  new AppError('RETRY', 'The request took too long to reach this post, so nothing was changed.', {});
