import { and, count, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { clientLinks } from '../../db/schema/index.js';
import { clientLinkMs, clientLinksPerWorkspaceMax } from '../../domain/client-links.js';
import { AppError } from '../../domain/errors.js';
import { hasFeature } from '../../domain/plans.js';
import { set } from '../audit/changes.js';
import { recordAudit } from '../audit/record.js';
import type { RequestContext } from '../shared/context.js';
import { authorizeWorkspace, featureNotAvailable, requireSession } from '../shared/rights/access.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';
import { hashToken } from '../shared/secrets/token.js';
import { toClientLinkView, type ClientLinkRow } from './internal/records.js';
import { mintClientToken } from './token.js';
import type { ClientLinkView } from './types.js';

export interface CreateClientLinkInput {
  workspaceId: string;
  /** The client's name. */
  name: string;
  days: number;
}

/**
 * Creates a link for a client. Only this response contains the token. The link belongs to the workspace, so it outlives
 * the membership of its creator.
 */
export async function createClientLink(
  ctx: RequestContext,
  { workspaceId, name, days }: CreateClientLinkInput,
): Promise<{ clientLink: ClientLinkView; token: string }> {
  const { userId } = requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'manageMembers');
  const token = mintClientToken();
  return ctx.db.transaction(async (tx) => {
    const { plan } = await lockWorkspace(tx, workspaceId);
    await holdRights(tx, ctx, workspaceId, 'manageMembers');
    if (!hasFeature(plan, 'APPROVALS')) throw featureNotAvailable('APPROVALS');
    const now = ctx.clock.now();
    await requireSlot(tx, workspaceId, now);
    const row: ClientLinkRow = {
      id: ctx.newId('clientLink'),
      workspaceId,
      name,
      tokenHash: hashToken(token),
      createdByUserId: userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + clientLinkMs(days)),
      lastUsedAt: null,
      revokedAt: null,
    };
    await tx.insert(clientLinks).values(row);
    await recordAudit(tx, ctx, {
      workspaceId,
      action: 'client_link.created',
      subject: { id: row.id, name },
      changes: [set('expiresAt', row.expiresAt.toISOString())],
    });
    return { clientLink: toClientLinkView(row), token };
  });
}

async function requireSlot(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const [live] = await tx
    .select({ rows: count() })
    .from(clientLinks)
    .where(
      and(
        eq(clientLinks.workspaceId, workspaceId),
        isNull(clientLinks.revokedAt),
        gt(clientLinks.expiresAt, now),
      ),
    );
  const actual = live?.rows ?? 0;
  if (actual < clientLinksPerWorkspaceMax) return;
  const message = `A workspace can have at most ${clientLinksPerWorkspaceMax} client links. Revoke one first.`;
  throw new AppError('VALIDATION_FAILED', message, {
    details: [{ path: '', code: 'too_many_links', message, limit: clientLinksPerWorkspaceMax, actual }],
  });
}
