import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { authorizeWorkspace, requireSession } from '../access.js';
import type { RequestContext } from '../context.js';

/** Ends a key for the very next request of every process; what is under way completes. It cannot be taken back. */
export async function revokeApiKey(
  ctx: RequestContext,
  { workspaceId, keyId }: { workspaceId: string; keyId: string },
): Promise<void> {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageKeys');
  const revoked = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  if (revoked.length === 0) throw notFound();
}
