import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/**
 * Runs that must still be canceled in Temporal. A row is written in the transaction that makes the run obsolete, and
 * deleted once Temporal has been told.
 */
export const workflowCancellations = pgTable(
  'workflow_cancellations',
  {
    workflowId: text('workflow_id').primaryKey(),
    /** Terminate the run instead: a run that is stuck does not react to a cancellation. */
    terminate: boolean('terminate').notNull().default(false),
    /** The run may have begun. It finds out by itself, so we only ask whether it has already completed. */
    onlyAsk: boolean('only_ask').notNull().default(false),
    requestedAt: instant('requested_at').notNull(),
  },
  (table) => [index('workflow_cancellations_requested').on(table.requestedAt)],
);
