import { and, eq, exists, gt, inArray, isNull, type SQL } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../db/client.js';
import { apiKeys, apiKeyWorkspaces, appGrants, memberships, users } from '../../db/schema/index.js';
import { groupBy } from '../../domain/group-by.js';
import type { RequestContext } from '../shared/context.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import type { AppView } from './types.js';

/** Lists the apps that have access as the caller. */
export function listOwnApps(ctx: RequestContext, request: PageRequest): Promise<Page<AppView>> {
  const { userId } = requireSession(ctx);
  return listApps(ctx, request, { scope: ['own-apps'], where: eq(apiKeys.userId, userId) });
}

/** Lists the apps that reach a workspace, as any of its members. */
export function listAppsOfWorkspace(
  ctx: RequestContext,
  { workspaceId, ...request }: PageRequest & { workspaceId: string },
): Promise<Page<AppView>> {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageKeys');
  const reaching = one
    .select({ id: memberships.id })
    .from(apiKeyWorkspaces)
    .innerJoin(memberships, eq(memberships.workspaceId, apiKeyWorkspaces.workspaceId))
    .where(
      and(
        eq(apiKeyWorkspaces.apiKeyId, apiKeys.id),
        eq(apiKeyWorkspaces.workspaceId, workspaceId),
        eq(memberships.userId, apiKeys.userId),
      ),
    );
  return listApps(ctx, request, { scope: ['apps', workspaceId], where: exists(reaching) });
}

const one = new QueryBuilder();

async function listApps(
  ctx: RequestContext,
  request: PageRequest,
  { scope, where }: { scope: readonly string[]; where: SQL },
): Promise<Page<AppView>> {
  const keyset = createdAtKeyset(ctx.cursorKey, request, JSON.stringify(scope), apiKeys);
  const rows = await ctx.db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      allowedByUserId: apiKeys.userId,
      allowedByName: users.name,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
      place: appGrants.place,
      isVerified: appGrants.isVerified,
      resource: appGrants.resource,
      endsAt: appGrants.endsAt,
    })
    .from(apiKeys)
    .innerJoin(appGrants, eq(appGrants.apiKeyId, apiKeys.id))
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, ctx.clock.now()), where, keyset.after))
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  const reached = await workspacesOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return keyset.toPage(rows, ({ scopes, ...row }) => ({
    ...row,
    scopes: scopes ?? [],
    // The app of another member may reach workspaces that the caller must not know.
    workspaceIds: (reached.get(row.id) ?? []).filter((id) => ctx.reach.ownerWorkspaceIds.has(id)),
  }));
}

async function workspacesOf(q: Queryable, ids: string[]): Promise<Map<string, string[]>> {
  const listed = await q
    .select()
    .from(apiKeyWorkspaces)
    .where(inArray(apiKeyWorkspaces.apiKeyId, ids))
    .orderBy(apiKeyWorkspaces.workspaceId);
  const byKey = groupBy(listed, ({ apiKeyId }) => apiKeyId);
  return new Map([...byKey].map(([id, rows]) => [id, rows.map(({ workspaceId }) => workspaceId)]));
}
