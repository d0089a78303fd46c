import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.js';
import { users, workspaces } from './workspaces.js';

/** Links with which a client without an account reviews the posts of one workspace. Only the creator has seen a token. */
export const clientLinks = pgTable(
  'client_links',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** The client's name. Decisions that are made with the link are recorded under it. */
    name: text('name').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    createdByUserId: text('created_by_user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    uniqueIndex('client_links_token').on(table.tokenHash),
    index('client_links_workspace_created').on(table.workspaceId, table.createdAt, table.id),
    index('client_links_expires').on(table.expiresAt),
  ],
);
