import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/** One row for each kind of sweep: which process runs it, and when one was last completed. */
export const sweeps = pgTable('sweeps', {
  name: text('name').primaryKey(),
  /** The process that sweeps. Null: none. */
  holder: text('holder'),
  /** A time of the database's clock. A living holder extends it. */
  leaseUntil: instant('lease_until'),
  completedAt: instant('completed_at'),
});

/** Rows that a sweep skips for a while, because their work is under way or has failed. */
export const sweepDebts = pgTable(
  'sweep_debts',
  {
    kind: text('kind')
      .$type<'START' | 'CANCELLATION' | 'RUN' | 'DEADLINE' | 'COMMENT' | 'RECONNECTION'>()
      .notNull(),
    /** The run, for a kind that is about runs: another run of the same row is looked at immediately. */
    id: text('id').notNull(),
    /** How many looks in a row have changed nothing. */
    looks: integer('looks').notNull(),
    nextAt: instant('next_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] }), index('sweep_debts_next').on(table.nextAt)],
);
