import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/**
 * Runs that must still be canceled in Temporal. A row is written in the transaction that makes the run obsolete, and
 * deleted once Temporal has accepted the cancellation.
 */
export const workflowCancellations = pgTable(
  'workflow_cancellations',
  {
    workflowId: text('workflow_id').primaryKey(),
    /** Whether to terminate the run instead, because a stuck run does not react to a cancellation. */
    terminate: boolean('terminate').notNull().default(false),
    /**
     * Whether to check only that the run has completed. It may have begun, and then it finds out by itself that it is
     * obsolete.
     */
    onlyAsk: boolean('only_ask').notNull().default(false),
    requestedAt: instant('requested_at').notNull(),
  },
  (table) => [index('workflow_cancellations_requested').on(table.requestedAt)],
);
