import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys, apiKeyWorkspaces, appGrants } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { recordAudit } from '../audit/record.js';
import type { RequestContext } from '../shared/context.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { endGrant } from './internal/end-grant.js';

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
    // The lock makes sure that of two parallel revocations, one knows that it takes the last workspace away.
    const [app] = await tx
      .select({ name: apiKeys.name })
      .from(apiKeys)
      .innerJoin(appGrants, eq(appGrants.apiKeyId, apiKeys.id))
      .where(and(eq(apiKeys.id, appId), isNull(apiKeys.revokedAt)))
      .for('update', { of: apiKeys });
    if (app === undefined) throw notFound();
    const reached = await tx.select().from(apiKeyWorkspaces).where(eq(apiKeyWorkspaces.apiKeyId, appId));
    if (!reached.some((row) => row.workspaceId === workspaceId)) throw notFound();
    if (reached.length === 1) {
      await endGrant(tx, ctx, appId);
      return;
    }
    await tx
      .delete(apiKeyWorkspaces)
      .where(and(eq(apiKeyWorkspaces.apiKeyId, appId), eq(apiKeyWorkspaces.workspaceId, workspaceId)));
    const subject = { id: appId, name: app.name };
    await recordAudit(tx, ctx, { workspaceId, action: 'app.revoked', subject });
  });
}
