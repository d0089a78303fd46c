/**
 * The types that an endpoint receives if it names no types (docs/contract.md#webhooks). The list is closed, so that
 * receivers never get a new type to which they did not subscribe.
 */
export const defaultWebhookEventTypes = [
  'post.published',
  'post.failed',
  'account.token_expired',
  'comment.received',
] as const;

/** The types that only endpoints that name them receive. Add new types here and to src/api/document/webhooks.ts. */
export const namedWebhookEventTypes = [
  'post.scheduled',
  'post.canceled',
  'post.needs_approval',
  'post.metrics_updated',
  'post.target_removed',
  'post.target_edited',
] as const;

export const webhookEventTypes = [...defaultWebhookEventTypes, ...namedWebhookEventTypes] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/**
 * The type of a test event, which is sent on request to any endpoint. It differs from the others, so that no receiver
 * mistakes a test event for a real post.
 */
export const webhookTestEventType = 'webhook.test';
export type SentEventType = WebhookEventType | typeof webhookTestEventType;

/** The signed payload. The schema of each type's `data` is in src/api/document/webhooks.ts. */
export interface WebhookPayload<D> {
  /** A ULID that is the same in every attempt and redelivery, so that receivers can recognize repeats. */
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
/** The timeout of a whole attempt: name lookup, connection, TLS, request and response. */
export const webhookTimeoutMs = 10 * second;
/** A longer response fails the attempt, so that no receiver can make us read without end. */
export const webhookResponseBytesMax = 64 * 1024;
/** The number of bytes of a response that are stored. */
export const webhookResponseKeptBytesMax = 2 * 1024;
export const webhookFailingMsMax = 5 * day;
/** An endpoint is disabled only if two failures are this far apart, because a few quick failures prove little. */
export const webhookFailuresApartMsMin = 2 * hour;
export const webhookRotationMsDefault = 24 * hour;
export const webhookRotationMsMax = 7 * day;
/** How long events, deliveries and attempts are kept, and so how far back a replay reaches. */
export const webhookRetentionMs = 30 * day;

/** The action after a failed attempt. */
export type WebhookNext = { kind: 'DEAD' } | { kind: 'RETRY'; waitMs: number };

/**
 * Returns the action after this many failures in a row. A receiver's Retry-After can extend the wait to at most twice
 * its length, and never shortens it.
 */
export function afterFailures(failures: number, retryAfterMs: number | null): WebhookNext {
  const delayMs = webhookDelaysMs[failures - 1];
  if (delayMs === undefined) return { kind: 'DEAD' };
  return { kind: 'RETRY', waitMs: Math.min(Math.max(retryAfterMs ?? 0, delayMs), 2 * delayMs) };
}

/** Whether an endpoint receives events of this type. If `events` is null, it receives the default types. */
export function isSubscribed(events: readonly WebhookEventType[] | null, type: SentEventType): boolean {
  if (type === webhookTestEventType) return true;
  const wanted: readonly WebhookEventType[] = events ?? defaultWebhookEventTypes;
  return wanted.includes(type);
}
