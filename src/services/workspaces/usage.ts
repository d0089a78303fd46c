import { and, count, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { memberships, monthlyUsage, posts, workspaces } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { planOf } from '../../domain/plans.js';
import { workspaceCountsMax } from '../../domain/limits.js';
import { membersPerWorkspaceMax } from '../../domain/workspaces.js';
import { countAccounts } from '../plan-limits/connection-limit.js';
import { countOpenSessions } from '../plan-limits/open-sessions.js';
import { countMedia, usedStorage } from '../plan-limits/storage-use.js';
import { countWaitingPosts } from '../plan-limits/waiting-posts.js';
import { authorizeWorkspace } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import type { WorkspaceUsageView } from './types.js';

/**
 * Returns the usage and the limits of a workspace. Posts are the ones created in this calendar month (UTC), as plans
 * count them.
 */
export async function readWorkspaceUsage(
  ctx: RequestContext,
  { workspaceId }: { workspaceId: string },
): Promise<WorkspaceUsageView> {
  authorizeWorkspace(ctx.reach, workspaceId, 'read');
  const [row] = await ctx.db
    .select({ plan: workspaces.plan })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.deletedAt)));
  // The workspace was deleted after the request began.
  if (row === undefined) throw notFound();
  const plan = planOf(row.plan);
  const month = ctx.clock.now().toISOString().slice(0, 7);
  const isCounted = plan.postsPerMonthMax !== null || plan.apiPostsPerMonthMax !== null;
  const now = ctx.clock.now();
  const [made, storageBytes, accounts, members, waiting, media, sessions] = await Promise.all([
    isCounted ? readCounter(ctx.db, workspaceId, month) : countPosts(ctx.db, workspaceId, month),
    usedStorage(ctx.db, workspaceId),
    countAccounts(ctx.db, workspaceId),
    countMembers(ctx.db, workspaceId),
    countWaitingPosts(ctx.db, workspaceId),
    countMedia(ctx.db, workspaceId),
    countOpenSessions(ctx.db, { workspaceId, now }),
  ]);
  const max = workspaceCountsMax;
  return {
    plan: row.plan,
    month,
    hasBillingPage: ctx.billing.enabled,
    posts: { used: made.posts, max: plan.postsPerMonthMax },
    apiPosts: { used: made.apiPosts, max: plan.apiPostsPerMonthMax },
    storageBytes: { used: storageBytes, max: plan.storageBytesMax ?? ctx.media.workspaceBytesMax },
    socialAccounts: { used: accounts, max: max.socialAccounts },
    members: { used: members, max: membersPerWorkspaceMax },
    waitingPosts: { used: waiting, max: max.waitingPosts },
    mediaAssets: { used: media, max: max.mediaAssets },
    openConnectSessions: { used: sessions, max: max.openConnectSessions },
  };
}

interface PostCounts {
  posts: number;
  apiPosts: number;
}

/** Reads the counter that the limits of the plan are checked against. */
async function readCounter(q: Queryable, workspaceId: string, month: string): Promise<PostCounts> {
  const [row] = await q
    .select({ posts: monthlyUsage.posts, apiPosts: monthlyUsage.apiPosts })
    .from(monthlyUsage)
    .where(and(eq(monthlyUsage.workspaceId, workspaceId), eq(monthlyUsage.month, month)));
  return row ?? { posts: 0, apiPosts: 0 };
}

/** Counts the posts of a workspace whose plan has no limits and so keeps no counter. Deleted posts count, too. */
async function countPosts(q: Queryable, workspaceId: string, month: string): Promise<PostCounts> {
  const [row] = await q
    .select({
      posts: count(),
      apiPosts: sql<number>`(count(*) filter (where ${posts.createdViaApi}))::int`,
    })
    .from(posts)
    .where(and(eq(posts.workspaceId, workspaceId), gte(posts.createdAt, new Date(`${month}-01T00:00:00Z`))));
  return row ?? { posts: 0, apiPosts: 0 };
}

async function countMembers(q: Queryable, workspaceId: string): Promise<number> {
  const [row] = await q
    .select({ members: count() })
    .from(memberships)
    .where(eq(memberships.workspaceId, workspaceId));
  return row?.members ?? 0;
}
