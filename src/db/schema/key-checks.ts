import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/** A known text, encrypted with each key in use. A process that cannot decrypt it has the wrong keys. */
export const keyChecks = pgTable('key_checks', {
  keyId: text('key_id').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: instant('created_at').notNull(),
});
