import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type {
  SentEventType,
  WebhookAttemptOutcome,
  WebhookDeadReason,
  WebhookDeliveryStatus,
  WebhookDisabledReason,
  WebhookEndpointStatus,
  WebhookEventType,
} from '../../domain/webhooks.js';
import { instant } from './columns.js';
import { workspaces } from './workspaces.js';

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    /** Null: the default types. */
    events: text('events').array().$type<WebhookEventType[]>(),
    description: text('description'),
    /** AES-256-GCM, see src/config/secrets.ts. Null once the endpoint is removed. */
    secret: text('secret'),
    previousSecret: text('previous_secret'),
    previousSecretExpiresAt: instant('previous_secret_expires_at'),
    status: text('status').$type<WebhookEndpointStatus>().notNull(),
    disabledReason: text('disabled_reason').$type<WebhookDisabledReason>(),
    disabledAt: instant('disabled_at'),
    /** When the current series of failures began. Null after a success. */
    firstFailureAt: instant('first_failure_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('webhook_endpoints_workspace')
      .on(table.workspaceId, table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`),
  ],
);

/** Written in the transaction of the change that it reports, and only if there is a subscriber. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    /** A ULID. */
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    type: text('type').$type<SentEventType>().notNull(),
    /** The post that it is about, for the post's timeline. Not a reference, because posts may be deleted earlier. */
    postId: text('post_id'),
    /**
     * For events with other people's words: the account whose post they are under, so that they are deleted
     * with it.
     */
    socialAccountId: text('social_account_id'),
    /** The exact text that is signed and sent: every attempt sends the same bytes. */
    payload: text('payload').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('webhook_events_created').on(table.createdAt),
    index('webhook_events_workspace').on(table.workspaceId),
    index('webhook_events_account')
      .on(table.socialAccountId)
      .where(sql`${table.socialAccountId} is not null`),
  ],
);

/** One event to be delivered to one endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    status: text('status').$type<WebhookDeliveryStatus>().notNull(),
    deadReason: text('dead_reason').$type<WebhookDeadReason>(),
    /** Counts the runs staged after the first one; part of the workflow id. */
    generation: integer('generation').notNull(),
    /** Attempts of all runs. */
    attemptCount: integer('attempt_count').notNull(),
    /** Failures since the delivery, or its redelivery, began. They decide the next wait. */
    failures: integer('failures').notNull(),
    workflowId: text('workflow_id'),
    /** The outbox: non-null while the run has yet to be started in Temporal. */
    pendingWorkflowId: text('pending_workflow_id'),
    pendingSince: instant('pending_since'),
    /** Null if no attempt follows. */
    nextAttemptAt: instant('next_attempt_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_event_endpoint').on(table.eventId, table.endpointId),
    index('webhook_deliveries_endpoint_created').on(table.endpointId, table.createdAt, table.id),
    index('webhook_deliveries_endpoint_dead')
      .on(table.endpointId, table.createdAt)
      .where(sql`${table.status} = 'DEAD'`),
    index('webhook_deliveries_pending')
      .on(table.pendingSince)
      .where(sql`${table.pendingWorkflowId} is not null`),
    index('webhook_deliveries_overdue')
      .on(table.nextAttemptAt)
      .where(sql`${table.status} = 'PENDING'`),
  ],
);

/** One request to a receiver, written when its outcome is known. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: text('id').primaryKey(),
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    /** Counts within the delivery, over all runs. */
    number: integer('number').notNull(),
    /** The run and its step: a step that is repeated after its result was recorded sends nothing. */
    workflowId: text('workflow_id').notNull(),
    step: integer('step').notNull(),
    startedAt: instant('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    outcome: text('outcome').$type<WebhookAttemptOutcome>().notNull(),
    /** Null if no complete response came. */
    statusCode: integer('status_code'),
    error: text('error'),
    /** The first 2 KiB of the response. */
    responseText: text('response_text'),
    /** The wait that followed. Null if no attempt followed. */
    waitMs: integer('wait_ms'),
  },
  (table) => [
    uniqueIndex('webhook_attempts_number').on(table.deliveryId, table.number),
    uniqueIndex('webhook_attempts_step').on(table.deliveryId, table.workflowId, table.step),
  ],
);
