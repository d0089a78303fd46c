import {
  and,
  countDistinct,
  eq,
  exists,
  inArray,
  isNull,
  ne,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../../db/client.js';
import { foreignMedia, mediaAssets, memberships, posts } from '../../db/schema/index.js';
import type { PostStatus } from '../../domain/post-status.js';
import { hasPermission, permissionRoles } from '../../domain/roles.js';
import type { RequestContext } from '../shared/context.js';

/** The statuses of posts that still need the bytes of their media. */
export const waitingStatuses: PostStatus[] = ['NEEDS_APPROVAL', 'SCHEDULED', 'PUBLISHING'];
const publicStatuses: PostStatus[] = ['PARTIALLY_PUBLISHED', 'PUBLISHED'];

/** Whether one user owns both workspaces now. */
function haveOneOwner(q: Queryable, workspaceId: string | SQLWrapper, otherId: string | SQLWrapper): SQL {
  const [theirs, ours] = [alias(memberships, 'theirs'), alias(memberships, 'ours')];
  const owners = q
    .select({ one: sql`1` })
    .from(theirs)
    .innerJoin(ours, and(eq(ours.userId, theirs.userId), eq(ours.role, 'OWNER')))
    .where(and(eq(theirs.workspaceId, otherId), eq(theirs.role, 'OWNER'), eq(ours.workspaceId, workspaceId)));
  return exists(owners);
}

/**
 * The workspaces among `others` whose assets the caller may use in a post of `workspaceId`: one user owns both, and
 * the caller may write media in them (docs/contract.md#workspace-resolution). Within a transaction, the caller's role
 * there cannot change until it ends.
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
  if (reached.length === 0 || actor.kind === 'clientLink') return new Set();
  const rows = await q
    .select({ id: memberships.workspaceId })
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, actor.userId),
        inArray(memberships.workspaceId, reached),
        inArray(memberships.role, [...permissionRoles.writeMedia]),
        haveOneOwner(q, workspaceId, memberships.workspaceId),
      ),
    )
    .for('share', { of: memberships });
  return new Set(rows.map(({ id }) => id));
}

/** Records which assets of a stored post belong to other workspaces. */
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

/**
 * Selects, from assets of workspaces out of the caller's reach, those in posts that the caller may read. A submitted
 * post keeps showing its assets to approvers and readers. A draft shows them only while one user owns both workspaces,
 * so that drafts do not give lasting access to a library.
 */
export async function inReadablePosts(
  { db, reach }: Pick<RequestContext, 'db' | 'reach'>,
  mediaIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const readable = [...reach.roleByWorkspace.keys()];
  if (readable.length === 0 || mediaIds.length === 0) return new Set();
  const found = await db
    .selectDistinct({ id: mediaAssets.id })
    .from(foreignMedia)
    .innerJoin(mediaAssets, eq(mediaAssets.id, foreignMedia.mediaAssetId))
    .innerJoin(posts, eq(posts.id, foreignMedia.postId))
    .where(
      and(
        inArray(foreignMedia.mediaAssetId, [...mediaIds]),
        inArray(posts.workspaceId, readable),
        isNull(posts.deletedAt),
        or(
          inArray(posts.status, [...waitingStatuses, ...publicStatuses]),
          haveOneOwner(db, posts.workspaceId, mediaAssets.workspaceId),
        ),
      ),
    );
  return new Set(found.map(({ id }) => id));
}

/**
 * The number of posts of other workspaces, waiting ones by default, that use these assets and whose workspace still
 * shares an owner with the asset's. Without that condition, a former common owner could prevent the deletion of a library.
 */
export async function countForeignPosts(
  tx: Tx,
  ofAssets: SQL,
  statuses: readonly PostStatus[] = waitingStatuses,
): Promise<number> {
  const [row] = await tx
    .select({ postCount: countDistinct(posts.id) })
    .from(foreignMedia)
    .innerJoin(mediaAssets, eq(mediaAssets.id, foreignMedia.mediaAssetId))
    .innerJoin(posts, eq(posts.id, foreignMedia.postId))
    .where(
      and(
        ofAssets,
        isNull(posts.deletedAt),
        inArray(posts.status, statuses),
        haveOneOwner(tx, posts.workspaceId, mediaAssets.workspaceId),
      ),
    );
  return row?.postCount ?? 0;
}
