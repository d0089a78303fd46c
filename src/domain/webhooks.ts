/**
 * The types that an endpoint gets if it names none (docs/contract.md#webhooks). The list is closed: however many
 * types are added, a receiver never gets one that it did not subscribe to.
 */
export const defaultWebhookEventTypes = [
  'post.published',
  'post.failed',
  'account.token_expired',
  'comment.received',
] as const;

/** Sent only to endpoints that name them. New types go here, and into src/api/document/webhooks.ts. */
export const namedWebhookEventTypes = ['post.scheduled', 'post.canceled', 'post.needs_approval'] as const;

export const webhookEventTypes = [...defaultWebhookEventTypes, ...namedWebhookEventTypes] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/**
 * Sent on request, whatever the endpoint subscribes to. It is a type of its own, so that no receiver takes it
 * for a real post.
 */
export const webhookTestEventType = 'webhook.test';
export type SentEventType = WebhookEventType | typeof webhookTestEventType;

/** The signed payload. The schema of each type's `data` is in src/api/document/webhooks.ts. */
export interface WebhookPayload<D> {
  /** A ULID, the same in every attempt and redelivery: receivers deduplicate on it. */
  id: string;
  type: SentEventType;
  createdAt: Date;
  workspaceId: string;
  data: D;
}

export const webhookEndpointStatuses = ['ENABLED', 'DISABLED'] as const;
export type WebhookEndpointStatus = (typeof webhookEndpointStatuses)[number];

/** Why an endpoint is disabled: a user did it, it responded 410, or every attempt failed for days. */
export const webhookDisabledReasons = ['BY_USER', 'GONE', 'ONLY_FAILURES'] as const;
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number];

export const webhookDeliveryStatuses = ['PENDING', 'DELIVERED', 'DEAD'] as const;
export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number];

export const webhookDeadReasons = ['ATTEMPTS_EXHAUSTED', 'ENDPOINT_DISABLED', 'ENDPOINT_REMOVED'] as const;
export type WebhookDeadReason = (typeof webhookDeadReasons)[number];

/** How an attempt ended. REFUSED: the URL leads to an IP address that is not allowed, and nothing was sent. */
export const webhookAttemptOutcomes = ['DELIVERED', 'FAILED', 'REFUSED'] as const;
export type WebhookAttemptOutcome = (typeof webhookAttemptOutcomes)[number];

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The wait after each failed attempt (docs/contract.md#webhooks). After the seventh failure the delivery is DEAD. */
export const webhookDelaysMs = [30 * second, 2 * minute, 10 * minute, 1 * hour, 6 * hour, 24 * hour] as const;
export const webhookAttemptsMax = webhookDelaysMs.length + 1;

export const webhookEndpointsPerWorkspaceMax = 20;
export const webhookUrlCharsMax = 2048;
export const webhookDescriptionCharsMax = 200;
export const webhookSecretBytes = 32;
export const webhookSecretPrefix = 'whsec_';
/** For the whole attempt: name lookup, connection, TLS, request and response. */
export const webhookTimeoutMs = 10 * second;
/** A longer response fails the attempt, so that no receiver can make us read without end. */
export const webhookResponseBytesMax = 64 * 1024;
/** How much of a response is kept. */
export const webhookResponseKeptBytesMax = 2 * 1024;
export const webhookFailingMsMax = 5 * day;
/** How far apart two failures of that time must be: the first attempts after a quiet time say little. */
export const webhookFailuresApartMsMin = 2 * hour;
export const webhookRotationMsDefault = 24 * hour;
export const webhookRotationMsMax = 7 * day;
/** How long events, deliveries and attempts are kept, and so how far back a replay reaches. */
export const webhookRetentionMs = 30 * day;

/** The action after a failed attempt. */
export type WebhookNext = { kind: 'DEAD' } | { kind: 'RETRY'; waitMs: number };

/**
 * The wait after this many failures in a row. A receiver's Retry-After can extend it to at most twice its length, and
 * never shortens it.
 */
export function afterFailures(failures: number, retryAfterMs: number | null): WebhookNext {
  const delayMs = webhookDelaysMs[failures - 1];
  if (delayMs === undefined) return { kind: 'DEAD' };
  return { kind: 'RETRY', waitMs: Math.min(Math.max(retryAfterMs ?? 0, delayMs), 2 * delayMs) };
}

/** Whether an endpoint gets events of this type. `events` null: it names none, and gets the default types. */
export function isSubscribed(events: readonly WebhookEventType[] | null, type: SentEventType): boolean {
  if (type === webhookTestEventType) return true;
  const wanted: readonly WebhookEventType[] = events ?? defaultWebhookEventTypes;
  return wanted.includes(type);
}
