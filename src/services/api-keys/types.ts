import type { Scope } from '../../domain/scopes.js';

export interface ApiKeyView {
  id: string;
  /** The workspace in which the key is managed. */
  workspaceId: string;
  name: string;
  mode: 'full' | 'scoped';
  /** The workspaces of a scoped key; null for a full one. */
  workspaceIds: string[] | null;
  /** The only scopes that the key has; null for all that its user may do. */
  scopes: Scope[] | null;
  expiresAt: Date | null;
  /** The first eight characters after the prefix. */
  hint: string;
  createdByUserId: string;
  createdByName: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}
