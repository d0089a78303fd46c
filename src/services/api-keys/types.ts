export interface ApiKeyView {
  id: string;
  /** The workspace in which the key is managed. */
  workspaceId: string;
  name: string;
  mode: 'full' | 'scoped';
  /** The workspaces of a scoped key; null for a full one. */
  workspaceIds: string[] | null;
  /** The first eight characters after the prefix. */
  hint: string;
  createdByUserId: string;
  createdByName: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}
