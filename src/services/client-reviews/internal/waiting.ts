import { AppError } from '../../../domain/errors.js';
import { readPost, type PostRecord } from '../../post-records/records.js';
import type { RequestContext } from '../../shared/context.js';
import { authorizeResource } from '../../shared/rights/access.js';

/** Reads a post of the client's workspace. Null if it does not wait for approval. */
export async function readWaiting(ctx: RequestContext, postId: string): Promise<PostRecord | null> {
  const record = await readPost(ctx.db, postId);
  authorizeResource(ctx.reach, record?.post.workspaceId, 'approvePosts');
  return record.post.status === 'NEEDS_APPROVAL' ? record : null;
}

export const notWaiting = (): AppError<'CONFLICT'> =>
  new AppError('CONFLICT', 'The post does not wait for approval any more.', {});
