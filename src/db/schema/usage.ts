import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { workspaces } from './workspaces.js';

/**
 * The number of posts that a workspace has created in a month, if its plan counts them. Deleting a post does not change
 * it.
 */
export const monthlyUsage = pgTable(
  'monthly_usage',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** The month in UTC, such as `2026-11`. */
    month: text('month').notNull(),
    posts: integer('posts').notNull(),
    apiPosts: integer('api_posts').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.month] })],
);
