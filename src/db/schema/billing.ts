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
    /** Workspaces that are paid for beyond the plan's own. */
    workspaceAddOns: integer('workspace_add_ons').notNull(),
    /** Counts the responses to charges: part of the idempotency key of the next one. */
    revision: integer('revision').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When the processor is next told that the payer needs less. Null: there is nothing to tell. */
    releaseDueAt: instant('release_due_at'),
    /** Until then a process is telling it, and nothing is bought. */
    releasingUntil: instant('releasing_until'),
  },
  (table) => [
    index('billing_accounts_release_due')
      .on(table.releaseDueAt)
      .where(sql`${table.releaseDueAt} is not null`),
  ],
);
