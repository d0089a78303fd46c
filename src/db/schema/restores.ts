import { isNull } from 'drizzle-orm';
import { bigint, index, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/**
 * One row for each time that a backup was loaded. Until its posts are treated, nothing may be published from this
 * database: posts that were published after the backup would be published again.
 */
export const restores = pgTable(
  'restores',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The time of the backup. Later changes are missing. */
    since: instant('since').notNull(),
    restoredAt: instant('restored_at').notNull().defaultNow(),
    /** When `after-restore` had treated every post. */
    treatedAt: instant('treated_at'),
  },
  (table) => [index('restores_untreated').on(table.id).where(isNull(table.treatedAt))],
);
