import { and, countDistinct, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../../db/client.js';
import { foreignMedia, mediaAssets, memberships, posts } from '../../db/schema/index.js';
import type { PostStatus } from '../../domain/post-status.js';
import { hasPermission, permissionRoles } from '../../domain/roles.js';
import type { RequestContext } from '../shared/context.js';

/** Posts that are still going to read the bytes. */
export const waitingStatuses: PostStatus[] = ['NEEDS_APPROVAL', 'SCHEDULED', 'PUBLISHING'];

/**
 * The workspaces among `others` whose assets the caller may use in a post of `workspaceId`: one person owns both, and
 * the caller may write media in them (docs/contract.md#workspace-resolution). Within a transaction, the caller's
 * role there stays what it is until the end.
 */
export async function lendingWorkspaces(
  q: Queryable,
  { actor, reach }: Pick<RequestContext, 'actor' | 'reach'>,
  workspaceId: string,
  others: readonly string[],
): Promise<ReadonlySet<string>> {
  const reached = [...new Set(others)].filter((id) => {
    const role = reach.roleByWorkspace.get(id);
    return role !== undefined && reach.closedToApi?.has(id) !== true && hasPermission(role, 'writeMedia');
  });
  if (reached.length === 0) return new Set();
  const [theirs, ours] = [alias(memberships, 'theirs'), alias(memberships, 'ours')];
  const sameOwner = q
    .select({ one: sql`1` })
    .from(theirs)
    .innerJoin(ours, and(eq(ours.userId, theirs.userId), eq(ours.role, 'OWNER')))
    .where(
      and(
        eq(theirs.workspaceId, memberships.workspaceId),
        eq(theirs.role, 'OWNER'),
        eq(ours.workspaceId, workspaceId),
      ),
    );
  const rows = await q
    .select({ id: memberships.workspaceId })
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, actor.userId),
        inArray(memberships.workspaceId, reached),
        inArray(memberships.role, [...permissionRoles.writeMedia]),
        sql`exists ${sameOwner}`,
      ),
    )
    .for('share', { of: memberships });
  return new Set(rows.map(({ id }) => id));
}

/** Writes down which of the assets that a stored post names are another workspace's. */
export async function noteForeignMedia(
  tx: Tx,
  { id: postId, workspaceId }: { id: string; workspaceId: string },
  mediaIds: readonly string[],
): Promise<void> {
  if (mediaIds.length === 0) return;
  await tx.insert(foreignMedia).select(
    tx
      .select({ mediaAssetId: mediaAssets.id, postId: sql<string>`${postId}::text`.as('post_id') })
      .from(mediaAssets)
      .where(and(inArray(mediaAssets.id, [...mediaIds]), ne(mediaAssets.workspaceId, workspaceId))),
  );
}

/** Whether the caller can read a post of another workspace that uses this asset. */
export async function isInReadablePost(
  { db, reach }: Pick<RequestContext, 'db' | 'reach'>,
  mediaId: string,
): Promise<boolean> {
  const readable = [...reach.roleByWorkspace.keys()];
  if (readable.length === 0) return false;
  const found = await db
    .select({ id: posts.id })
    .from(foreignMedia)
    .innerJoin(posts, eq(posts.id, foreignMedia.postId))
    .where(
      and(
        eq(foreignMedia.mediaAssetId, mediaId),
        inArray(posts.workspaceId, readable),
        isNull(posts.deletedAt),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** How many waiting posts of other workspaces use these assets. */
export async function countForeignPosts(tx: Tx, ofAssets: SQL): Promise<number> {
  const [row] = await tx
    .select({ postCount: countDistinct(posts.id) })
    .from(foreignMedia)
    .innerJoin(mediaAssets, eq(mediaAssets.id, foreignMedia.mediaAssetId))
    .innerJoin(posts, eq(posts.id, foreignMedia.postId))
    .where(and(ofAssets, isNull(posts.deletedAt), inArray(posts.status, waitingStatuses)));
  return row?.postCount ?? 0;
}
