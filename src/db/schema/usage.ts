import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { workspaces } from './workspaces.js';

/** How many posts a workspace has created in a month, if its plan counts them. Deleting a post changes nothing. */
export const monthlyUsage = pgTable(
  'monthly_usage',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** `2026-11`, in UTC. */
    month: text('month').notNull(),
    posts: integer('posts').notNull(),
    apiPosts: integer('api_posts').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.month] })],
);
