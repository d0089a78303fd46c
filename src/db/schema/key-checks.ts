import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/** A known text, sealed with each encryption key that has sealed something here. Who cannot open it has the wrong keys. */
export const keyChecks = pgTable('key_checks', {
  keyId: text('key_id').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: instant('created_at').notNull(),
});
