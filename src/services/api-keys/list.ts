import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { apiKeys, apiKeyWorkspaces, users } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import type { ApiKeyView } from './types.js';

/** Lists the active keys that were created in a workspace, by any of its members. */
export async function listApiKeys(
  ctx: RequestContext,
  { workspaceId, ...request }: PageRequest & { workspaceId: string },
): Promise<Page<ApiKeyView>> {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageKeys');
  const scope = JSON.stringify(['api-keys', workspaceId]);
  const keyset = createdAtKeyset(ctx.cursorKey, request, scope, apiKeys);
  const rows = await selectKeys(ctx.db, and(managedIn(workspaceId), keyset.after))
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  const views = await withLists(ctx.db, workspaceId, rows);
  return keyset.toPage(views, (view) => ({ ...view, workspaceIds: known(ctx, view.workspaceIds) }));
}

/**
 * Leaves out workspaces that the caller does not belong to. Other members' keys may reach such workspaces, but the
 * caller must not learn of them.
 */
function known({ reach }: RequestContext, ids: string[] | null): string[] | null {
  return ids?.filter((id) => reach.ownerWorkspaceIds.has(id)) ?? null;
}

export async function readKey(
  q: Queryable,
  { workspaceId, keyId }: { workspaceId: string; keyId: string },
): Promise<ApiKeyView> {
  const rows = await selectKeys(q, and(managedIn(workspaceId), eq(apiKeys.id, keyId)));
  const [view] = await withLists(q, workspaceId, rows);
  if (view === undefined) throw notFound();
  return view;
}

function managedIn(workspaceId: string): SQL | undefined {
  return and(eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt));
}

function selectKeys(q: Queryable, where: SQL | undefined) {
  return q
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      mode: apiKeys.mode,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      hint: apiKeys.hint,
      createdByUserId: apiKeys.userId,
      createdByName: users.name,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(where);
}

type KeyRow = Awaited<ReturnType<typeof selectKeys>>[number];

async function withLists(q: Queryable, workspaceId: string, rows: KeyRow[]): Promise<ApiKeyView[]> {
  const scopedIds = rows.filter(({ mode }) => mode === 'scoped').map(({ id }) => id);
  const listed = await q
    .select()
    .from(apiKeyWorkspaces)
    .where(inArray(apiKeyWorkspaces.apiKeyId, scopedIds))
    .orderBy(apiKeyWorkspaces.workspaceId);
  return rows.map((row) => ({
    ...row,
    workspaceId,
    workspaceIds:
      row.mode === 'full'
        ? null
        : listed.filter(({ apiKeyId }) => apiKeyId === row.id).map((entry) => entry.workspaceId),
  }));
}
