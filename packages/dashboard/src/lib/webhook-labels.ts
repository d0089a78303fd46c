import type { components } from '../../../client/src/api-types.js';
import { t } from '../messages/webhooks.js';

type Endpoint = components['schemas']['WebhookEndpoint'];
type EventType = NonNullable<Endpoint['events']>[number];

/** Labels for the event types that an endpoint can receive. */
export const eventLabels: Record<EventType, string> = {
  'post.published': t('aPostWasPublished'),
  'post.failed': t('aPostFailed'),
  'account.token_expired': t('anAccountMustBeReconnected'),
  'comment.received': t('aCommentWasReceived'),
  'post.scheduled': t('aPostWasScheduledOr'),
  'post.canceled': t('aPostWasCanceled'),
  'post.needs_approval': t('aPostNeedsApproval'),
  'post.metrics_updated': t('numbersHaveChanged'),
  'post.target_removed': t('aTargetWasRemoved'),
  'post.target_edited': t('aTargetWasEdited'),
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

export const disabledLabels: Record<NonNullable<Endpoint['disabledReason']>, string> = {
  BY_USER: t('aMemberTurnedItOff'),
  GONE: t('turnedOffBecauseYourServer'),
  ONLY_FAILURES: t('turnedOffBecauseEveryDelivery'),
};
