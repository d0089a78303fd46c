import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/** One row for each kind of sweep, with the process that runs it and the time of the last completed sweep. */
export const sweeps = pgTable('sweeps', {
  name: text('name').primaryKey(),
  /** The id of the process that is sweeping. Null if there is none. */
  holder: text('holder'),
  /** The end of the lease, by the database's clock. A living holder extends it. */
  leaseUntil: instant('lease_until'),
  completedAt: instant('completed_at'),
});

/** Debts that a sweep skips for a while, because their work is still running or has failed. */
export const sweepDebts = pgTable(
  'sweep_debts',
  {
    kind: text('kind')
      .$type<'START' | 'CANCELLATION' | 'RUN' | 'DEADLINE' | 'COMMENT' | 'RECONNECTION'>()
      .notNull(),
    /**
     * The id of the row, or of the run for kinds about runs, so that another run of the same row is examined
     * immediately.
     */
    id: text('id').notNull(),
    /** The number of checks in a row that have changed nothing. */
    looks: integer('looks').notNull(),
    nextAt: instant('next_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] }), index('sweep_debts_next').on(table.nextAt)],
);
