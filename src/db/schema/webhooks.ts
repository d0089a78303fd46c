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
    /** The subscribed event types. Null: the default types. */
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

/** The events, written in the transaction of the change that they report, and only if there is a subscriber. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    /** A ULID. */
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    type: text('type').$type<SentEventType>().notNull(),
    /**
     * The post that the event is about, for the post's timeline. Not a reference, because posts may be deleted earlier.
     */
    postId: text('post_id'),
    /** The account under whose posts other people wrote the text in the event, so that the event is deleted with it. */
    socialAccountId: text('social_account_id'),
    /** The exact text that is signed and sent. Every attempt sends the same bytes. */
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
    /** The number of attempts in all runs. */
    attemptCount: integer('attempt_count').notNull(),
    /** The number of failures since the delivery or its redelivery began. It determines the next wait. */
    failures: integer('failures').notNull(),
    workflowId: text('workflow_id'),
    /** The debt of a start: the id of the run as long as it has yet to be started in Temporal. */
    pendingWorkflowId: text('pending_workflow_id'),
    pendingSince: instant('pending_since'),
    /** When the next attempt is due. Null if none follows. */
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
    /** Counts the attempts of the delivery, over all runs. */
    number: integer('number').notNull(),
    /** The run and its step. A step that is repeated after its result was recorded sends nothing. */
    workflowId: text('workflow_id').notNull(),
    step: integer('step').notNull(),
    startedAt: instant('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    outcome: text('outcome').$type<WebhookAttemptOutcome>().notNull(),
    /** The status of the response. Null if no complete response arrived. */
    statusCode: integer('status_code'),
    error: text('error'),
    /** The first 2 KiB of the response. */
    responseText: text('response_text'),
    /** The wait before the next attempt. Null if none followed. */
    waitMs: integer('wait_ms'),
  },
  (table) => [
    uniqueIndex('webhook_attempts_number').on(table.deliveryId, table.number),
    uniqueIndex('webhook_attempts_step').on(table.deliveryId, table.workflowId, table.step),
  ],
);
