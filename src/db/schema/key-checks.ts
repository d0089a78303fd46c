import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/** A known text for each key in use, encrypted with it. A process that cannot decrypt one has the wrong keys. */
export const keyChecks = pgTable('key_checks', {
  keyId: text('key_id').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: instant('created_at').notNull(),
});
