import { and, desc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { apiKeys } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { revokedApiKeysPerUserMax } from '../../domain/limits.js';
import { authorizeWorkspace, requireSession } from '../shared/access.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights-now.js';

interface RevokeApiKeyInput {
  workspaceId: string;
  keyId: string;
}

/**
 * Revokes a key, effective with the next request in every process; running requests finish. It cannot be undone.
 * The creator may always revoke a key, even after losing the workspace or the role, because it still acts as them
 * elsewhere.
 */
export async function revokeApiKey(ctx: RequestContext, input: RevokeApiKeyInput): Promise<void> {
  const { userId } = requireSession(ctx);
  if (await revoke(ctx, input, eq(apiKeys.userId, userId))) return;
  authorizeWorkspace(ctx.reach, input.workspaceId, 'manageKeys');
  await ctx.db.transaction(async (tx) => {
    await holdRights(tx, ctx, input.workspaceId, 'manageKeys');
    if (!(await revoke({ db: tx, clock: ctx.clock }, input))) throw notFound();
  });
}

async function revoke(
  { db, clock }: Pick<RequestContext, 'clock'> & { db: Queryable },
  { workspaceId, keyId }: RevokeApiKeyInput,
  whose?: SQL,
): Promise<boolean> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: clock.now() })
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt), whose))
    .returning({ userId: apiKeys.userId });
  for (const { userId } of revoked) await forgetOldest(db, userId);
  return revoked.length > 0;
}

/** A row of a revoked key says what the key was. Of a user who makes and revokes keys without end, the last ones do. */
async function forgetOldest(db: Queryable, userId: string): Promise<void> {
  const oldest = db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNotNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.revokedAt), desc(apiKeys.id))
    .offset(revokedApiKeysPerUserMax);
  await db.delete(apiKeys).where(inArray(apiKeys.id, oldest));
}
