import { isAppError } from '../../domain/errors.js';
import type { PostView } from '../post-records/types.js';
import type { RequestContext } from '../shared/context.js';
import { approvePost } from './approve.js';
import { cancelPost, getCanceledPost } from './cancel.js';
import { changeEach, type EachOutcome } from './change-each.js';
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
  /** `times` has the new time of each post. */
  | { action: 'moveEach'; times: ReadonlyMap<string, Date> }
  | { action: 'schedule'; scheduledAt: Date }
  | { action: 'reject'; reason: string }
  | { action: 'cancel' | 'delete' | 'approve' | 'retry' };

export interface ChangeManyInput {
  /** The ids of the posts, each only once. */
  postIds: readonly string[];
  change: PostChange;
}

/** The post afterwards; null if it was deleted, or if the caller can no longer reach it. */
type ChangedView = PostView | CanceledPostView | null;
export type PostOutcome = EachOutcome<ChangedView>;

/**
 * Changes several posts (POST /posts/bulk), each with the operation for a single post, which also authorizes the
 * caller.
 */
export const changePosts = (
  ctx: RequestContext,
  { postIds, change }: ChangeManyInput,
): Promise<PostOutcome[]> =>
  changeEach(ctx, postIds, {
    change: (postId) => changePost(ctx, postId, change),
    again: (postId) => viewNow(ctx, postId, change),
  });

async function changePost(ctx: RequestContext, postId: string, change: PostChange): Promise<ChangedView> {
  switch (change.action) {
    case 'move':
      return movePost(ctx, { postId, ...change.move });
    case 'moveEach': {
      const scheduledAt = change.times.get(postId);
      if (scheduledAt === undefined) throw new Error('The post has no time.');
      return movePost(ctx, { postId, scheduledAt });
    }
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
async function viewNow(ctx: RequestContext, postId: string, { action }: PostChange): Promise<ChangedView> {
  if (action === 'delete') return null;
  try {
    return await (action === 'cancel' ? getCanceledPost(ctx, { postId }) : getPost(ctx, { postId }));
  } catch (error) {
    if (isAppError(error) && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN_WORKSPACE'))
      return null;
    throw error;
  }
}
