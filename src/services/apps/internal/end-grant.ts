import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { apiKeys, apiKeyWorkspaces, appTokens } from '../../../db/schema/index.js';
import { forgetOldestRevoked } from '../../api-keys/revoke.js';
import { recordAudit, type AuditCaller } from '../../audit/record.js';

/**
 * Ends the access of an app, effective with the next request in every process. Returns false if it had ended before.
 */
export async function endGrant(tx: Tx, caller: AuditCaller, grantId: string): Promise<boolean> {
  const [ended] = await tx
    .update(apiKeys)
    .set({ revokedAt: caller.clock.now() })
    .where(and(eq(apiKeys.id, grantId), isNull(apiKeys.revokedAt)))
    .returning({ name: apiKeys.name, userId: apiKeys.userId });
  if (ended === undefined) return false;
  await tx.delete(appTokens).where(eq(appTokens.apiKeyId, grantId));
  const reached = await tx
    .select({ workspaceId: apiKeyWorkspaces.workspaceId })
    .from(apiKeyWorkspaces)
    .where(eq(apiKeyWorkspaces.apiKeyId, grantId));
  const subject = { id: grantId, name: ended.name };
  const entries = reached.map(({ workspaceId }) => ({
    workspaceId,
    action: 'app.revoked' as const,
    subject,
  }));
  await recordAudit(tx, caller, ...entries);
  await forgetOldestRevoked(tx, ended.userId);
  return true;
}

/**
 * Ends the access of an app to one workspace; with the last workspace, it ends as a whole. Returns false if the app
 * does not reach the workspace. The caller locks the key, so that if two calls run in parallel, one of them knows that
 * it removes the last workspace.
 */
export async function endGrantIn(
  tx: Tx,
  caller: AuditCaller,
  { id, name }: { id: string; name: string },
  workspaceId: string,
): Promise<boolean> {
  const reached = await tx.select().from(apiKeyWorkspaces).where(eq(apiKeyWorkspaces.apiKeyId, id));
  if (!reached.some((row) => row.workspaceId === workspaceId)) return false;
  if (reached.length === 1) return endGrant(tx, caller, id);
  await tx
    .delete(apiKeyWorkspaces)
    .where(and(eq(apiKeyWorkspaces.apiKeyId, id), eq(apiKeyWorkspaces.workspaceId, workspaceId)));
  await recordAudit(tx, caller, { workspaceId, action: 'app.revoked', subject: { id, name } });
  return true;
}
