import { english, inOne, type Told } from '../../lib/told.js';
import { eventLabels } from '../../lib/webhook-labels.js';
import { t } from '../../messages/webhooks.js';
import type { Attempt, Delivery } from './api.js';

export const deliveryTypeLabels: Record<Delivery['type'], string> = {
  ...eventLabels,
  'webhook.test': t('testEventLabel'),
};

export const deadLabels: Record<NonNullable<Delivery['deadReason']>, string> = {
  ATTEMPTS_EXHAUSTED: t('allAttemptsFailed'),
  ENDPOINT_DISABLED: t('theEndpointWasTurnedOff'),
  ENDPOINT_REMOVED: t('theEndpointWasDeleted'),
};

/** Returns the outcome of an attempt as a sentence. */
export function attemptText({ outcome, statusCode, error }: Attempt): Told {
  if (outcome === 'DELIVERED')
    return statusCode === null ? t('delivered') : t('deliveredYourServerRespondedWith', { statusCode });
  if (outcome === 'REFUSED')
    return inOne(`${t('notSent')} `, error === null ? t('theUrlIsNotAllowed') : english(error), '.');
  if (statusCode !== null) return t('serverResponded', { statusCode });
  return error === null ? t('noResponse') : english(error);
}
