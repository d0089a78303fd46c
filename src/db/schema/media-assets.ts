import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';
import { workspaces } from './workspaces.js';

export const mediaAssets = pgTable(
  'media_assets',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    altText: text('alt_text'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('media_assets_workspace_created').on(table.workspaceId, table.createdAt, table.id)],
);
