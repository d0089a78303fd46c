import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.js';
import { users } from './workspaces.js';

/** The user's purchases beyond their plan, on installations with billing. */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The payment processor's ids. */
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    /** The number of workspaces that are paid for beyond those of the plan. */
    workspaceAddOns: integer('workspace_add_ons').notNull(),
    /** Counts the responses to charges. It is part of the idempotency key of the next charge. */
    revision: integer('revision').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /**
     * When it is next reported to the processor that the payer needs fewer workspaces. Null if there is nothing to
     * report.
     */
    releaseDueAt: instant('release_due_at'),
    /** Until this time a process is reporting the reduction, and nothing is bought. */
    releasingUntil: instant('releasing_until'),
  },
  (table) => [
    index('billing_accounts_release_due')
      .on(table.releaseDueAt)
      .where(sql`${table.releaseDueAt} is not null`),
  ],
);
