export interface ClientLinkView {
  id: string;
  workspaceId: string;
  name: string;
  createdByUserId: string;
  createdAt: Date;
  expiresAt: Date;
  /** To the minute. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}
