import type { Attempt, Delivery, Endpoint, EventType } from './api.js';

/** Each kind of event, in the words of whoever subscribes to it. */
export const eventWords: Record<EventType, string> = {
  'post.published': 'A post was published',
  'post.failed': 'A post has failed',
  'account.token_expired': 'An account must be reconnected',
  'comment.received': 'Somebody has commented',
  'post.scheduled': 'A post was scheduled, or got another time',
  'post.canceled': 'A post was canceled',
  'post.needs_approval': 'A post needs an approval',
};

/** What an endpoint gets that names no types. The list never grows. */
export const defaultEventTypes: readonly EventType[] = [
  'post.published',
  'post.failed',
  'account.token_expired',
  'comment.received',
];

/** What an endpoint is told of, as a list of words. */
export const eventsWords = (events: readonly EventType[] | null): string =>
  (events ?? defaultEventTypes).map((type) => eventWords[type]).join(', ');

export const eventTypes = Object.keys(eventWords) as EventType[];

export const deliveryTypeWords: Record<Delivery['type'], string> = {
  ...eventWords,
  'webhook.test': 'Test event',
};

export const disabledWords: Record<NonNullable<Endpoint['disabledReason']>, string> = {
  BY_USER: 'Somebody has switched it off.',
  GONE: 'Switched off, since it answered 410 Gone.',
  ONLY_FAILURES: 'Switched off, since nothing had arrived for a long time.',
};

export const deadWords: Record<NonNullable<Delivery['deadReason']>, string> = {
  ATTEMPTS_EXHAUSTED: 'All attempts have failed.',
  ENDPOINT_DISABLED: 'The endpoint was off.',
  ENDPOINT_REMOVED: 'The endpoint was removed.',
};

/** What came of one attempt, in a sentence. */
export function attemptWords({ outcome, statusCode, error }: Attempt): string {
  if (outcome === 'DELIVERED')
    return statusCode === null ? 'It arrived.' : `It arrived: the answer was ${statusCode}.`;
  if (outcome === 'REFUSED') return `It was not sent: ${error ?? 'the address is not allowed'}.`;
  if (statusCode !== null) return `The answer was ${statusCode}.`;
  return error ?? 'No answer.';
}
