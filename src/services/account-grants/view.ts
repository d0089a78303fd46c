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
 * Locks a connected account until the transaction ends. Throws unless it is the version that the caller has read
 * (If-Match).
 */
export async function lockAccount(
  tx: Tx,
  ctx: Pick<ServiceDeps, 'platforms' | 'clock'> & Pick<RequestContext, 'expect'>,
  accountId: string,
): Promise<SocialAccountRow> {
  const [row] = await tx
    .select()
    .from(socialAccounts)
    .where(and(eq(socialAccounts.id, accountId), isNull(socialAccounts.deletedAt)))
    .for('no key update');
  if (row === undefined) throw notFound();
  ctx.expect?.(toSocialAccountView(ctx, row));
  return row;
}
