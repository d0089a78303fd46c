import type { Attempt, Delivery, Endpoint, EventType } from './api.js';

/** Labels for the event types that an endpoint can receive. */
export const eventLabels: Record<EventType, string> = {
  'post.published': 'A post was published',
  'post.failed': 'A post failed',
  'account.token_expired': 'An account must be reconnected',
  'comment.received': 'A comment was received',
  'post.scheduled': 'A post was scheduled or rescheduled',
  'post.canceled': 'A post was canceled',
  'post.needs_approval': 'A post needs approval',
};

/**
 * The events that an endpoint receives if it names none. The list never grows, so that such endpoints get no new types.
 */
export const defaultEventTypes: readonly EventType[] = [
  'post.published',
  'post.failed',
  'account.token_expired',
  'comment.received',
];

/** Returns the events of an endpoint as one sentence, without its period. */
export function eventsText(events: readonly EventType[] | null): string {
  const text = (events ?? defaultEventTypes).map((type) => withinSentence(eventLabels[type])).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const withinSentence = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const eventTypes = Object.keys(eventLabels) as EventType[];

export const deliveryTypeLabels: Record<Delivery['type'], string> = {
  ...eventLabels,
  'webhook.test': 'Test event',
};

export const disabledLabels: Record<NonNullable<Endpoint['disabledReason']>, string> = {
  BY_USER: 'A member turned it off.',
  GONE: 'Turned off because your server responded with 410 Gone.',
  ONLY_FAILURES: 'Turned off because every delivery had failed for a long time.',
};

export const deadLabels: Record<NonNullable<Delivery['deadReason']>, string> = {
  ATTEMPTS_EXHAUSTED: 'All attempts failed.',
  ENDPOINT_DISABLED: 'The endpoint was turned off.',
  ENDPOINT_REMOVED: 'The endpoint was deleted.',
};

/** Returns the outcome of an attempt as a sentence. */
export function attemptText({ outcome, statusCode, error }: Attempt): string {
  if (outcome === 'DELIVERED')
    return statusCode === null ? 'Delivered.' : `Delivered: your server responded with ${statusCode}.`;
  if (outcome === 'REFUSED') return `Not sent: ${error ?? 'the URL is not allowed'}.`;
  if (statusCode !== null) return `Your server responded with ${statusCode}.`;
  return error ?? 'No response.';
}
