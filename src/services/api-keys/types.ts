export interface ApiKeyView {
  id: string;
  /** Where it is managed. */
  workspaceId: string;
  name: string;
  mode: 'full' | 'scoped';
  /** Of a scoped key, the list; null of a full one. */
  workspaceIds: string[] | null;
  /** The first eight characters after the prefix. */
  hint: string;
  createdByUserId: string;
  createdByName: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}
