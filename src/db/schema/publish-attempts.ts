import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { AttemptOutcome } from '../../domain/publish-attempts.js';
import { instant } from './columns.js';
import { publications } from './posts.js';
import { timelineNumber } from './timeline-sequence.js';

/** The index that prevents two attempts from owning one publication. */
export const externalIdIndex = 'publish_attempts_external_id';

/** One row for each call that may have made something public, written and committed before the call. */
export const publishAttempts = pgTable(
  'publish_attempts',
  {
    id: text('id').primaryKey(),
    publicationId: text('publication_id')
      .notNull()
      .references(() => publications.id, { onDelete: 'cascade' }),
    /** The platform's own id of the account, so that across all workspaces a publication belongs to one attempt. */
    accountIdentity: text('account_identity').notNull(),
    generation: integer('generation').notNull(),
    /** Counts the attempts of a publication, over all generations. */
    number: integer('number').notNull(),
    workflowId: text('workflow_id').notNull(),
    /** The sent text. The caption may be edited before a look-up needs it. */
    sentText: text('sent_text').notNull(),
    startedAt: instant('started_at').notNull(),
    /** The outcome of the call. Null while it is running, or if the worker that made it died. */
    outcome: text('outcome').$type<AttemptOutcome>(),
    finishedAt: instant('finished_at'),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    externalId: text('external_id'),
    /**
     * Whether the attempt represents a call that may have been made but has no row of its own
     * (`publications.lookFirstSince`).
     */
    assumed: boolean('assumed').notNull().default(false),
    timelineNumber: timelineNumber(),
  },
  (table) => [
    uniqueIndex('publish_attempts_number').on(table.publicationId, table.number),
    uniqueIndex(externalIdIndex)
      .on(table.accountIdentity, table.externalId)
      .where(sql`${table.externalId} is not null`),
    index('publish_attempts_finished')
      .on(table.accountIdentity, table.finishedAt)
      .where(sql`${table.externalId} is not null`),
    index('publish_attempts_open')
      .on(table.accountIdentity, table.startedAt)
      .where(sql`${table.outcome} is null or ${table.outcome} in ('AMBIGUOUS', 'UNCONFIRMED')`),
  ],
);
