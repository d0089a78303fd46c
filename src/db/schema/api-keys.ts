import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Scope } from '../../domain/scopes.js';
import { bytea, instant } from './columns.js';
import { users, workspaces } from './workspaces.js';

/** A key acts as its creator, in all of the creator's workspaces; a scoped key only in the listed ones. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The workspace in which the key was created and is managed. Null if a command created it. */
    workspaceId: text('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    mode: text('mode').$type<'full' | 'scoped'>().notNull(),
    /** SHA-256 of the whole key. The key has 190 bits of entropy, so a slow hash would add nothing. */
    hash: bytea('hash').notNull(),
    /** The first eight characters after the prefix, which are all that is shown later. */
    hint: text('hint').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The only scopes that the key has. Null: all that its user may do. */
    scopes: text('scopes').array().$type<Scope[]>(),
    /** Null: never. */
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    uniqueIndex('api_keys_hash').on(table.hash),
    index('api_keys_user').on(table.userId),
    index('api_keys_workspace_created').on(table.workspaceId, table.createdAt, table.id),
    index('api_keys_revoked')
      .on(table.revokedAt)
      .where(sql`${table.revokedAt} is not null`),
  ],
);

export const apiKeyWorkspaces = pgTable(
  'api_key_workspaces',
  {
    apiKeyId: text('api_key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.apiKeyId, table.workspaceId] })],
);
