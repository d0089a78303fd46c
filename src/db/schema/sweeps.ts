import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/** One row for each kind of sweep: who is at work on it, and when one was completed last. */
export const sweeps = pgTable('sweeps', {
  name: text('name').primaryKey(),
  /** Who sweeps; null: nobody. */
  holder: text('holder'),
  /** By the database's clock. A holder that lives moves it on. */
  leaseUntil: instant('lease_until'),
  completedAt: instant('completed_at'),
});

/** What a sweep has looked at and leaves alone for a while: what goes on, and what has failed. */
export const sweepDebts = pgTable(
  'sweep_debts',
  {
    kind: text('kind')
      .$type<'START' | 'CANCELLATION' | 'RUN' | 'DEADLINE' | 'COMMENT' | 'RECONNECTION'>()
      .notNull(),
    /** Of the run, for a kind that is about one: the next run of the same row is looked at at once. */
    id: text('id').notNull(),
    /** Looks that have changed nothing, one after the other. */
    looks: integer('looks').notNull(),
    nextAt: instant('next_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] }), index('sweep_debts_next').on(table.nextAt)],
);
