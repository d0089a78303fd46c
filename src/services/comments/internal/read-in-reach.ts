import { eq } from 'drizzle-orm';
import { comments } from '../../../db/schema/index.js';
import type { Permission } from '../../../domain/roles.js';
import { authorizeResource } from '../../shared/rights/access.js';
import type { RequestContext } from '../../shared/context.js';
import { readCommentRecords, type CommentRecord } from '../view.js';

/** Reads a comment for which the caller has this permission. Throws 403 or 404 like `authorizeResource`. */
export async function readInReach(
  ctx: RequestContext,
  commentId: string,
  permission: Permission,
): Promise<CommentRecord> {
  const [record] = await readCommentRecords(ctx.db, { where: eq(comments.id, commentId) });
  authorizeResource(ctx.reach, record?.comment.workspaceId, permission);
  return record;
}
