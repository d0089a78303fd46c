import { and, eq, isNull } from 'drizzle-orm';
import { clientLinks } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { recordAudit } from '../audit/record.js';
import type { RequestContext } from '../shared/context.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import { holdRights } from '../shared/rights/rights-now.js';

/**
 * Revokes a link. A decision that holds the link's row is completed first; every later one is refused, also of a
 * request that was authenticated before.
 */
export async function revokeClientLink(
  ctx: RequestContext,
  { workspaceId, linkId }: { workspaceId: string; linkId: string },
): Promise<void> {
  requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageMembers');
  await ctx.db.transaction(async (tx) => {
    await holdRights(tx, ctx, workspaceId, 'manageMembers');
    const [revoked] = await tx
      .update(clientLinks)
      .set({ revokedAt: ctx.clock.now() })
      .where(
        and(
          eq(clientLinks.id, linkId),
          eq(clientLinks.workspaceId, workspaceId),
          isNull(clientLinks.revokedAt),
        ),
      )
      .returning({ name: clientLinks.name });
    if (revoked === undefined) throw notFound();
    await recordAudit(tx, ctx, {
      workspaceId,
      action: 'client_link.revoked',
      subject: { id: linkId, name: revoked.name },
    });
  });
}
