import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/** Cancellations owed to Temporal, written with the change that made the run needless; gone once delivered. */
export const workflowCancellations = pgTable(
  'workflow_cancellations',
  {
    workflowId: text('workflow_id').primaryKey(),
    /** The run is to be terminated: one that is stuck hears of no cancellation. */
    terminate: boolean('terminate').notNull().default(false),
    /** The run may have begun: it finds out by itself, and is only asked whether it has completed already. */
    onlyAsk: boolean('only_ask').notNull().default(false),
    requestedAt: instant('requested_at').notNull(),
  },
  (table) => [index('workflow_cancellations_requested').on(table.requestedAt)],
);
