import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';

/**
 * Runs that Temporal has yet to be told to cancel. Written with the change that ended their purpose, deleted
 * when told.
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
