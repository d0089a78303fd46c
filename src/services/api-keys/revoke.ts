import { and, desc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/client.js';
import { apiKeys } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { revokedApiKeysPerUserMax } from '../../domain/limits.js';
import { recordAudit } from '../audit/record.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';

interface RevokeApiKeyInput {
  workspaceId: string;
  keyId: string;
}

/**
 * Revokes a key, effective with the next request in every process; running requests finish. It cannot be undone. The
 * creator may always revoke a key, even after leaving the workspace or losing the role, because the key still acts as
 * the creator elsewhere.
 */
export async function revokeApiKey(ctx: RequestContext, input: RevokeApiKeyInput): Promise<void> {
  const { userId } = requireSession(ctx);
  const isOwn = await ctx.db.transaction((tx) => revoke(tx, ctx, input, eq(apiKeys.userId, userId)));
  if (isOwn) return;
  authorizeWorkspace(ctx.reach, input.workspaceId, 'manageKeys');
  await ctx.db.transaction(async (tx) => {
    await holdRights(tx, ctx, input.workspaceId, 'manageKeys');
    if (!(await revoke(tx, ctx, input))) throw notFound();
  });
}

async function revoke(
  tx: Tx,
  ctx: RequestContext,
  { workspaceId, keyId }: RevokeApiKeyInput,
  whose?: SQL,
): Promise<boolean> {
  const [revoked] = await tx
    .update(apiKeys)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt), whose))
    .returning({ id: apiKeys.id, name: apiKeys.name, userId: apiKeys.userId });
  if (revoked === undefined) return false;
  const { userId, ...subject } = revoked;
  await forgetOldestRevoked(tx, userId);
  await recordAudit(tx, ctx, { workspaceId, action: 'api_key.revoked', subject });
  return true;
}

/** Deletes the user's oldest revoked keys beyond a limit. Revoked keys are kept only as a record. */
export async function forgetOldestRevoked(db: Queryable, userId: string): Promise<void> {
  const oldest = db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNotNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.revokedAt), desc(apiKeys.id))
    .offset(revokedApiKeysPerUserMax);
  await db.delete(apiKeys).where(inArray(apiKeys.id, oldest));
}
