/** What a workspace can subscribe to (spec, "Events"). Adding a type adds it here and in the API's description. */
export const webhookEventTypes = [
  'post.published',
  'post.failed',
  'account.token_expired',
  'comment.received',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Sent on demand only, and never filtered out. A type of its own, so that no receiver takes it for a real post. */
export const webhookTestEventType = 'webhook.test';
export type SentEventType = WebhookEventType | typeof webhookTestEventType;

/** What is signed and sent. `data` is the event's own; its schemas are in src/api/document/webhooks.ts. */
export interface WebhookPayload<D> {
  /** A ULID. The same over all attempts and redeliveries: receivers deduplicate on it. */
  id: string;
  type: SentEventType;
  createdAt: Date;
  workspaceId: string;
  data: D;
}

export const webhookEndpointStatuses = ['ENABLED', 'DISABLED'] as const;
export type WebhookEndpointStatus = (typeof webhookEndpointStatuses)[number];

/** Why an endpoint is disabled: by hand, because it answered 410, or after days of nothing but failures. */
export const webhookDisabledReasons = ['BY_USER', 'GONE', 'ONLY_FAILURES'] as const;
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number];

export const webhookDeliveryStatuses = ['PENDING', 'DELIVERED', 'DEAD'] as const;
export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number];

export const webhookDeadReasons = ['ATTEMPTS_EXHAUSTED', 'ENDPOINT_DISABLED', 'ENDPOINT_REMOVED'] as const;
export type WebhookDeadReason = (typeof webhookDeadReasons)[number];

/** How an attempt ended. REFUSED: the address did not pass the guard, and nothing was sent. */
export const webhookAttemptOutcomes = ['DELIVERED', 'FAILED', 'REFUSED'] as const;
export type WebhookAttemptOutcome = (typeof webhookAttemptOutcomes)[number];

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Waits after each failed attempt (spec, "Retry schedule"). After the seventh failure the delivery is DEAD. */
export const webhookDelaysMs = [30 * second, 2 * minute, 10 * minute, 1 * hour, 6 * hour, 24 * hour] as const;
export const webhookAttemptsMax = webhookDelaysMs.length + 1;

export const webhookEndpointsPerWorkspaceMax = 20;
export const webhookUrlCharsMax = 2048;
export const webhookDescriptionCharsMax = 200;
export const webhookSecretBytes = 32;
export const webhookSecretPrefix = 'whsec_';
/** For the whole attempt: name look-up, connection, TLS, request and answer. */
export const webhookTimeoutMs = 10 * second;
/** A longer answer makes the attempt fail: reading on would only serve whoever wants our memory. */
export const webhookResponseBytesMax = 64 * 1024;
/** What is kept of an answer. */
export const webhookResponseKeptBytesMax = 2 * 1024;
export const webhookFailingMsMax = 5 * day;
export const webhookRotationMsDefault = 24 * hour;
export const webhookRotationMsMax = 7 * day;
/** How long events, deliveries and attempts are kept, and so how far a replay reaches back. */
export const webhookRetentionMs = 30 * day;

/** What the receiver's answer means for what comes next. */
export type WebhookNext = { kind: 'DEAD' } | { kind: 'RETRY'; waitMs: number };

/**
 * The wait after the given number of failures in a row. A receiver's Retry-After can stretch it, at most to
 * twice its length, and never shorten it.
 */
export function afterFailures(failures: number, retryAfterMs: number | null): WebhookNext {
  const delayMs = webhookDelaysMs[failures - 1];
  if (delayMs === undefined) return { kind: 'DEAD' };
  return { kind: 'RETRY', waitMs: Math.min(Math.max(retryAfterMs ?? 0, delayMs), 2 * delayMs) };
}

/** An endpoint without a list of its own gets every type, those to come included. */
export function isSubscribed(events: readonly WebhookEventType[] | null, type: SentEventType): boolean {
  return events === null || type === webhookTestEventType || events.includes(type);
}
