import { and, eq, gt, lte } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { clientReferences, comments, posts } from '../../db/schema/index.js';
import { clientReferenceWindowMs } from '../../domain/limits.js';
import { withParts, type PostRow } from './records.js';
import { toPostView } from './view.js';
import type { PostView } from './types.js';
import type { RequestContext } from '../shared/context.js';

/**
 * Claims the reference for a new post or reply. Returns false if another post has it. A concurrent request with the same
 * reference waits here, on the unique index, until the first one has committed.
 */
export async function claimReference(
  q: Queryable,
  post: Pick<PostRow, 'id' | 'workspaceId' | 'createdAt'>,
  clientReferenceId: string | null,
): Promise<boolean> {
  if (clientReferenceId === null) return true;
  const row = {
    workspaceId: post.workspaceId,
    clientReferenceId,
    postId: post.id,
    createdAt: post.createdAt,
  };
  const claimed = await q
    .insert(clientReferences)
    .values(row)
    .onConflictDoUpdate({
      target: [clientReferences.workspaceId, clientReferences.clientReferenceId],
      set: { postId: row.postId, createdAt: row.createdAt },
      setWhere: lte(clientReferences.createdAt, windowStart(post.createdAt)),
    })
    .returning({ postId: clientReferences.postId });
  return claimed.length > 0;
}

/** Finds the post that has the reference and was created within the window, even if it is deleted. */
export async function findReferencedPost(
  ctx: RequestContext,
  workspaceId: string,
  clientReferenceId: string | null,
): Promise<PostView | undefined> {
  if (clientReferenceId === null) return undefined;
  const rows = await ctx.db
    .select({ post: posts })
    .from(clientReferences)
    .innerJoin(posts, eq(posts.id, clientReferences.postId))
    .where(isReferenced(ctx, workspaceId, clientReferenceId));
  const [record] = await withParts(
    ctx.db,
    rows.map((row) => row.post),
  );
  return record === undefined ? undefined : toPostView(record);
}

/** Finds the reply to a comment that has the reference. */
export async function findReferencedReply(
  ctx: RequestContext,
  workspaceId: string,
  clientReferenceId: string,
): Promise<{ publicationId: string; commentId: string } | undefined> {
  const [row] = await ctx.db
    .select({ publicationId: clientReferences.postId, commentId: comments.id })
    .from(clientReferences)
    .innerJoin(comments, eq(comments.replyPublicationId, clientReferences.postId))
    .where(isReferenced(ctx, workspaceId, clientReferenceId));
  return row;
}

function isReferenced({ clock }: RequestContext, workspaceId: string, clientReferenceId: string) {
  return and(
    eq(clientReferences.workspaceId, workspaceId),
    eq(clientReferences.clientReferenceId, clientReferenceId),
    gt(clientReferences.createdAt, windowStart(clock.now())),
  );
}

function windowStart(now: Date): Date {
  return new Date(now.getTime() - clientReferenceWindowMs);
}
