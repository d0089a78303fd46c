import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { socialAccounts } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import type { RequestContext, ServiceDeps } from '../shared/context.js';
import { commentsOf } from './reads-comments.js';
import { metricsOf } from './reads-metrics.js';
import type { SocialAccountView } from './types.js';

export type SocialAccountRow = typeof socialAccounts.$inferSelect;

/** The account as callers see it, without its credentials. */
export function toSocialAccountView(
  deps: Pick<ServiceDeps, 'platforms' | 'clock'>,
  row: SocialAccountRow,
): SocialAccountView {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    platform: row.platform,
    externalAccountId: row.externalAccountId,
    handle: row.handle,
    displayName: row.displayName,
    status: row.status,
    sandbox: row.sandbox,
    avatarUrl: row.avatarUrl,
    scopes: row.scopes,
    missingScopes: row.missingScopes,
    tokenExpiresAt: row.tokenExpiresAt,
    reconnectBy: row.reconnectBy,
    lastCheckedAt: row.lastCheckedAt,
    lastError: row.lastError,
    comments: commentsOf(deps, row),
    metrics: metricsOf(deps, row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/**
 * Throws unless the account is the version that the caller has read (If-Match). Locks its row until the transaction
 * ends.
 */
export async function expectAccount(
  tx: Tx,
  ctx: Pick<ServiceDeps, 'platforms' | 'clock'> & Pick<RequestContext, 'expect'>,
  accountId: string,
): Promise<void> {
  if (ctx.expect === undefined) return;
  const [row] = await tx
    .select()
    .from(socialAccounts)
    .where(and(eq(socialAccounts.id, accountId), isNull(socialAccounts.deletedAt)))
    .for('update');
  if (row === undefined) throw notFound();
  ctx.expect(toSocialAccountView(ctx, row));
}
