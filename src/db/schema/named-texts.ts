import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';
import { workspaces } from './workspaces.js';

/** A table of texts that the members of a workspace keep under names, to insert them. */
const namedTexts = (table: string) =>
  pgTable(
    table,
    {
      id: text('id').primaryKey(),
      workspaceId: text('workspace_id')
        .notNull()
        .references(() => workspaces.id, { onDelete: 'cascade' }),
      name: text('name').notNull(),
      text: text('text').notNull(),
      createdAt: instant('created_at').notNull(),
      updatedAt: instant('updated_at').notNull(),
    },
    (columns) => [index(`${table}_workspace_created`).on(columns.workspaceId, columns.createdAt, columns.id)],
  );

export type NamedTextTable = ReturnType<typeof namedTexts>;

/** Texts for replies to comments. */
export const savedReplies = namedTexts('saved_replies');

/** Hashtags for posts. */
export const hashtagSets = namedTexts('hashtag_sets');
