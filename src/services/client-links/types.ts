export interface ClientLinkView {
  id: string;
  workspaceId: string;
  name: string;
  createdByUserId: string;
  createdAt: Date;
  expiresAt: Date;
  /** The time of the last use, exact to the minute. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}
