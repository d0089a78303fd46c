import { inArray, isNull, and } from 'drizzle-orm';
import { mediaAssets, socialAccounts } from '../../db/schema/index.js';
import type { MetricsView } from '../metrics/types.js';
import { readMetricsOfPosts } from '../metrics/view.js';
import type { RequestContext } from '../shared/context.js';
import { requireScope } from '../shared/rights/access.js';
import { inReadablePosts } from '../media/foreign-media.js';
import type { MediaView } from '../media/types.js';
import { toMediaView } from '../media/view.js';
import type { SocialAccountView } from '../account-grants/types.js';
import { toSocialAccountView } from '../account-grants/view.js';
import type { PostView } from '../post-records/types.js';
import type { ExpandedPostView, PostExpansion } from './types.js';

/**
 * Adds accounts, numbers and media to posts, with one query per kind for all posts. Accounts belong to the posts'
 * workspaces, which the caller may read. An object is null if it was disconnected or deleted since, or if it is another
 * workspace's file that the caller may no longer see.
 */
export async function expandPosts(
  ctx: RequestContext,
  views: PostView[],
  expand: readonly PostExpansion[] = [],
): Promise<ExpandedPostView[]> {
  const accounts = expand.includes('targets.account') ? await readAccounts(ctx, views) : null;
  const metrics = expand.includes('targets.metrics') ? await readMetrics(ctx, views) : null;
  const posts = expand.includes('media.asset') ? await withAssets(ctx, views) : views;
  if (accounts === null && metrics === null) return posts;
  return posts.map((view) => ({
    ...view,
    targets: view.targets.map((target) => {
      const numbers = metrics?.get(target.id);
      return {
        ...target,
        ...(accounts !== null && { account: accounts.get(target.socialAccountId) ?? null }),
        ...(numbers !== undefined && { metrics: numbers }),
      };
    }),
  }));
}

async function readAccounts(
  ctx: RequestContext,
  views: readonly PostView[],
): Promise<ReadonlyMap<string, SocialAccountView>> {
  requireScope(ctx, 'accounts:read');
  const ids = new Set(views.flatMap(({ targets }) => targets.map((target) => target.socialAccountId)));
  if (ids.size === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(socialAccounts)
    .where(and(inArray(socialAccounts.id, [...ids]), isNull(socialAccounts.deletedAt)));
  return new Map(rows.map((row) => [row.id, toSocialAccountView(ctx, row)]));
}

async function readMetrics(
  ctx: RequestContext,
  views: readonly PostView[],
): Promise<ReadonlyMap<string, MetricsView>> {
  requireScope(ctx, 'metrics:read');
  const rows = await readMetricsOfPosts(
    ctx.db,
    ctx,
    views.map(({ id }) => id),
  );
  return new Map(rows.map(({ targetId, metrics }) => [targetId, metrics]));
}

/** Adds the files of posts to their media. Files that the caller cannot see are null. */
export async function withAssets<Medium extends { mediaAssetId: string }, View extends { media: Medium[] }>(
  ctx: RequestContext,
  views: readonly View[],
): Promise<(View & { media: (Medium & { asset: MediaView | null })[] })[]> {
  const ids = new Set(views.flatMap(({ media }) => media.map(({ mediaAssetId }) => mediaAssetId)));
  const assets = await readAssetsOf(ctx, ids);
  return views.map((view) => ({
    ...view,
    media: view.media.map((medium) => ({ ...medium, asset: assets.get(medium.mediaAssetId) ?? null })),
  }));
}

/** Reads assets that posts of the caller's workspaces name, without those that the caller may not see. */
export async function readAssetsOf(
  ctx: RequestContext,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, MediaView>> {
  if (ids.size === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(mediaAssets)
    .where(and(inArray(mediaAssets.id, [...ids]), isNull(mediaAssets.deletedAt)));
  const outOfReach = rows.flatMap(({ id, workspaceId }) =>
    ctx.reach.roleByWorkspace.has(workspaceId) ? [] : [id],
  );
  const readable = await inReadablePosts(ctx, outOfReach);
  const shown = rows.filter(({ id }) => readable.has(id) || !outOfReach.includes(id));
  const assets = await Promise.all(shown.map((row) => toMediaView(ctx, row)));
  return new Map(assets.map((asset) => [asset.id, asset]));
}
