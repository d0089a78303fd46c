import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { apiKeys, apiKeyWorkspaces, appGrants } from '../../db/schema/index.js';
import type { AuditCaller } from '../audit/record.js';
import { endGrantIn } from './internal/end-grant.js';

/**
 * Ends the access of a member's apps to a workspace that the member leaves, so that a later membership does not bring it
 * back. The caller locks the workspace, so that no app gets access meanwhile.
 */
export async function endAppsOfMember(
  tx: Tx,
  caller: AuditCaller,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  const apps = await tx
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .innerJoin(appGrants, eq(appGrants.apiKeyId, apiKeys.id))
    .innerJoin(apiKeyWorkspaces, eq(apiKeyWorkspaces.apiKeyId, apiKeys.id))
    .where(
      and(
        eq(apiKeys.userId, userId),
        isNull(apiKeys.revokedAt),
        eq(apiKeyWorkspaces.workspaceId, workspaceId),
      ),
    )
    .orderBy(apiKeys.id)
    .for('update', { of: apiKeys });
  for (const app of apps) await endGrantIn(tx, caller, app, workspaceId);
}
