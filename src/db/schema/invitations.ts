import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Role } from '../../domain/roles.js';
import { bytea, instant } from './columns.js';
import { users, workspaces } from './workspaces.js';

/** Invitations to a workspace. Only the inviter has seen the token. */
export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: text('role').$type<Role>().notNull(),
    tokenHash: bytea('token_hash').notNull(),
    invitedByUserId: text('invited_by_user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('invitations_token').on(table.tokenHash),
    // A second invitation of the same person replaces the first.
    uniqueIndex('invitations_email').on(table.workspaceId, sql`lower(${table.email})`),
    index('invitations_workspace_created').on(table.workspaceId, table.createdAt, table.id),
    index('invitations_expires').on(table.expiresAt),
  ],
);
