import type { clientLinks } from '../../../db/schema/index.js';
import type { ClientLinkView } from '../types.js';

export type ClientLinkRow = typeof clientLinks.$inferSelect;

/** The link as members see it, without the token's hash. */
export function toClientLinkView(row: ClientLinkRow): ClientLinkView {
  const { id, workspaceId, name, createdByUserId, createdAt, expiresAt, lastUsedAt, revokedAt } = row;
  return { id, workspaceId, name, createdByUserId, createdAt, expiresAt, lastUsedAt, revokedAt };
}
