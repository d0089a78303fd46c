import { and, eq, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { monthlyUsage } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { planOf } from '../../domain/plans.js';
import type { RequestContext } from '../shared/context.js';

/**
 * Counts a new post against its workspace's plan, in the transaction that creates it. The counter's row lock makes the
 * count exact, and a rollback of the post also undoes the count. A plan without limits needs no statement.
 *
 * Each created post, drafts included, counts in the calendar month (UTC) of its creation. Later changes, even a
 * deletion, do not change the count.
 */
export async function countNewPost(tx: Queryable, ctx: RequestContext, workspaceId: string): Promise<void> {
  const settings = ctx.reach.settingsByWorkspace.get(workspaceId);
  if (settings === undefined) return;
  const { postsPerMonthMax, apiPostsPerMonthMax } = planOf(settings.plan);
  if (postsPerMonthMax === null && apiPostsPerMonthMax === null) return;
  const viaApi = ctx.actor.kind === 'apiKey';
  const month = ctx.clock.now().toISOString().slice(0, 7);
  const added = { posts: 1, apiPosts: viaApi ? 1 : 0 };
  await tx.insert(monthlyUsage).values({ workspaceId, month, posts: 0, apiPosts: 0 }).onConflictDoNothing();
  const counted = await tx
    .update(monthlyUsage)
    .set({
      posts: sql`${monthlyUsage.posts} + ${added.posts}`,
      apiPosts: sql`${monthlyUsage.apiPosts} + ${added.apiPosts}`,
    })
    .where(
      and(
        eq(monthlyUsage.workspaceId, workspaceId),
        eq(monthlyUsage.month, month),
        ...(postsPerMonthMax === null ? [] : [lt(monthlyUsage.posts, postsPerMonthMax)]),
        ...(viaApi && apiPostsPerMonthMax !== null ? [lt(monthlyUsage.apiPosts, apiPostsPerMonthMax)] : []),
      ),
    )
    .returning({ posts: monthlyUsage.posts });
  if (counted.length > 0) return;
  throw await limitReached(tx, { workspaceId, month, postsPerMonthMax, apiPostsPerMonthMax });
}

/** Whether the plan of a workspace limits its posts at all. */
export function isCounted({ reach }: Pick<RequestContext, 'reach'>, workspaceId: string): boolean {
  const settings = reach.settingsByWorkspace.get(workspaceId);
  if (settings === undefined) return false;
  const { postsPerMonthMax, apiPostsPerMonthMax } = planOf(settings.plan);
  return postsPerMonthMax !== null || apiPostsPerMonthMax !== null;
}

async function limitReached(
  tx: Queryable,
  limits: {
    workspaceId: string;
    month: string;
    postsPerMonthMax: number | null;
    apiPostsPerMonthMax: number | null;
  },
): Promise<AppError> {
  const [used] = await tx
    .select()
    .from(monthlyUsage)
    .where(and(eq(monthlyUsage.workspaceId, limits.workspaceId), eq(monthlyUsage.month, limits.month)));
  const { posts = 0, apiPosts = 0 } = used ?? {};
  const { postsPerMonthMax: limit } = limits;
  if (limit !== null && posts >= limit) {
    return new AppError(
      'PLAN_LIMIT_POSTS',
      'The workspace has used all posts that its plan includes this month.',
      {
        limit,
        current: posts,
      },
    );
  }
  return new AppError(
    'PLAN_LIMIT_API_POSTS',
    'The workspace has used all API posts that its plan includes this month.',
    { limit: limits.apiPostsPerMonthMax ?? 0, current: apiPosts },
  );
}
