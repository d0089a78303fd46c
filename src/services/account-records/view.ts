import type { socialAccounts } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { commentsOf } from './reads-comments.js';
import type { SocialAccountView } from './types.js';

export type SocialAccountRow = typeof socialAccounts.$inferSelect;

/** What callers see of an account: never its credentials. */
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
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
