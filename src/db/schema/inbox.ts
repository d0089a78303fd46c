import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';
import { comments } from './comments.js';
import { memberships, users } from './workspaces.js';

/**
 * The member who takes care of a comment. The rows are deleted with the membership. They have their own table, because
 * a foreign key in the table of comments would have to check all rows of that table.
 */
export const commentAssignments = pgTable(
  'comment_assignments',
  {
    commentId: text('comment_id')
      .primaryKey()
      .references(() => comments.id, { onDelete: 'cascade' }),
    memberId: text('member_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
  },
  (table) => [index('comment_assignments_member').on(table.memberId)],
);

/** Notes about comments that only the team sees. Nothing of them is sent to a platform. */
export const commentNotes = pgTable(
  'comment_notes',
  {
    id: text('id').primaryKey(),
    commentId: text('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    /** Null: the author is no longer a user. */
    authorUserId: text('author_user_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('comment_notes_of_comment').on(table.commentId, table.createdAt, table.id),
    index('comment_notes_author').on(table.authorUserId),
  ],
);
