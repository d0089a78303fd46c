import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import { metricSnapshots, posts } from '../../db/schema/index.js';
import { authorizeResource } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import type { MetricSnapshotView, PostMetricsView } from './types.js';
import { readMetricsOfPosts } from './view.js';

/** The number of snapshots in one response, the newest first. A post has fewer in 30 days. */
const snapshotsMax = 5_000;

/** Returns the numbers of a post's targets, with the earlier ones, the earliest first. */
export async function getPostMetrics(
  ctx: RequestContext,
  { postId }: { postId: string },
): Promise<PostMetricsView> {
  const [post] = await ctx.db
    .select({ workspaceId: posts.workspaceId })
    .from(posts)
    .where(and(eq(posts.id, postId), isNull(posts.deletedAt)));
  authorizeResource(ctx.reach, post?.workspaceId, 'read');
  const views = await readMetricsOfPosts(ctx.db, ctx, [postId]);
  const history = await readHistory(
    ctx,
    views.map(({ targetId }) => targetId),
  );
  return {
    postId,
    targets: views.map((view) => ({ ...view, history: history.get(view.targetId) ?? [] })),
  };
}

async function readHistory(
  { db }: RequestContext,
  targetIds: readonly string[],
): Promise<ReadonlyMap<string, MetricSnapshotView[]>> {
  const rows = await db
    .select()
    .from(metricSnapshots)
    .where(anyOf(metricSnapshots.targetId, targetIds))
    .orderBy(desc(metricSnapshots.measuredAt), asc(metricSnapshots.targetId))
    .limit(snapshotsMax);
  const byTarget = new Map<string, MetricSnapshotView[]>();
  for (const { targetId, ...snapshot } of rows.reverse()) {
    byTarget.set(targetId, [...(byTarget.get(targetId) ?? []), snapshot]);
  }
  return byTarget;
}
