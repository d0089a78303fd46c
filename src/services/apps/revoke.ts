import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys, appGrants } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import type { RequestContext } from '../shared/context.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { endGrant, endGrantIn } from './internal/end-grant.js';

/** Ends the access that the caller gave to an app. */
export async function revokeOwnApp(ctx: RequestContext, appId: string): Promise<void> {
  const { userId } = requireSession(ctx);
  await ctx.db.transaction(async (tx) => {
    const [own] = await tx
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .innerJoin(appGrants, eq(appGrants.apiKeyId, apiKeys.id))
      .where(and(eq(apiKeys.id, appId), eq(apiKeys.userId, userId)));
    if (own === undefined || !(await endGrant(tx, ctx, appId))) throw notFound();
  });
}

/** Ends the access of a member's app to one workspace. With the last workspace, the access ends as a whole. */
export async function revokeAppInWorkspace(
  ctx: RequestContext,
  { workspaceId, appId }: { workspaceId: string; appId: string },
): Promise<void> {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageKeys');
  await ctx.db.transaction(async (tx) => {
    await holdRights(tx, ctx, workspaceId, 'manageKeys');
    const [app] = await tx
      .select({ id: apiKeys.id, name: apiKeys.name })
      .from(apiKeys)
      .innerJoin(appGrants, eq(appGrants.apiKeyId, apiKeys.id))
      .where(and(eq(apiKeys.id, appId), isNull(apiKeys.revokedAt)))
      .for('update', { of: apiKeys });
    if (app === undefined || !(await endGrantIn(tx, ctx, app, workspaceId))) throw notFound();
  });
}
