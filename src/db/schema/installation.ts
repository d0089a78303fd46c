import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/** Identifies this installation. The migration that creates the table also inserts its only row. */
export const installation = pgTable(
  'installation',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    id: text('id').notNull(),
    /** The task queue at Temporal, from which the names of the other queues and of the Schedules are derived. */
    taskQueue: text('task_queue').notNull(),
    /** The content of the file that marks the storage for media as the one of this installation. Null: there is none. */
    storageMark: text('storage_mark'),
    /**
     * The oldest release that works with the schema. A contract migration sets it. Null: every release does. Releases of
     * any age read it, so it is never renamed.
     */
    oldestRelease: text('oldest_release'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [check('installation_is_only', sql`${table.isOnly}`)],
);
