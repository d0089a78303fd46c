import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ChangeErrorCode, ChangeKind, ChangeOutcome, ChangeStatus } from '../../domain/changes.js';
import type { SavedChange } from '../../domain/decide-change.js';
import { instant } from './columns.js';
import { posts, publications } from './posts.js';
import { users, workspaces } from './workspaces.js';

/** The index that lets a target have one change under way. */
export const openChangeIndex = 'changes_open';

/** One removal or edit of a public target. The row decides the next step, as with publications. */
export const changes = pgTable(
  'changes',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    postId: text('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** The target. A removal also removes the publications that follow the target. */
    publicationId: text('publication_id')
      .notNull()
      .references(() => publications.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ChangeKind>().notNull(),
    status: text('status').$type<ChangeStatus>().notNull(),
    /** The new text of an edit. Null for a removal. */
    text: text('text'),
    /** The new title of an edit. Null: it stays. */
    title: text('title'),
    requestedByUserId: text('requested_by_user_id')
      .notNull()
      .references(() => users.id),
    requestedViaApi: boolean('requested_via_api').notNull(),
    /** The runs that were begun; part of the workflow id. */
    runs: integer('runs').notNull().default(0),
    /** The run that makes the change. Set when it is to begin, until it has ended. */
    runId: text('run_id'),
    runSince: instant('run_since'),
    /** How far the run has come, written before each wait. Null: at the beginning. */
    position: jsonb('position').$type<SavedChange>(),
    attemptCount: integer('attempt_count').notNull().default(0),
    errorCode: text('error_code').$type<ChangeErrorCode>(),
    errorMessage: text('error_message'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex(openChangeIndex)
      .on(table.publicationId)
      .where(sql`${table.status} in ('NEEDS_APPROVAL', 'REQUESTED', 'RUNNING')`),
    index('changes_post').on(table.postId, table.createdAt),
    index('changes_publication').on(table.publicationId),
    index('changes_run')
      .on(table.runSince)
      .where(sql`${table.runId} is not null`),
  ],
);

/** One row for each call that may have removed or edited something, written and committed before the call. */
export const changeAttempts = pgTable(
  'change_attempts',
  {
    id: text('id').primaryKey(),
    changeId: text('change_id')
      .notNull()
      .references(() => changes.id, { onDelete: 'cascade' }),
    /** The target, or a publication that follows it. */
    publicationId: text('publication_id')
      .notNull()
      .references(() => publications.id, { onDelete: 'cascade' }),
    /** Counts the attempts of a change. */
    number: integer('number').notNull(),
    workflowId: text('workflow_id').notNull(),
    accountIdentity: text('account_identity').notNull(),
    startedAt: instant('started_at').notNull(),
    /** The outcome of the call. Null while it is running, or if the worker that made it died. */
    outcome: text('outcome').$type<ChangeOutcome>(),
    finishedAt: instant('finished_at'),
    errorCode: text('error_code').$type<ChangeErrorCode>(),
    errorMessage: text('error_message'),
    /** The id that the publication has since an edit. A look-up for another publication must not find and take it. */
    externalId: text('external_id'),
  },
  (table) => [
    uniqueIndex('change_attempts_number').on(table.changeId, table.number),
    index('change_attempts_publication').on(table.publicationId),
    index('change_attempts_finished')
      .on(table.accountIdentity, table.finishedAt)
      .where(sql`${table.externalId} is not null`),
  ],
);
