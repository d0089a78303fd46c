import type { SentEventType } from '../../domain/webhooks.js';
import type { DeliveryRow } from './records.js';

export type DeliveryView = Pick<
  DeliveryRow,
  | 'id'
  | 'eventId'
  | 'endpointId'
  | 'status'
  | 'deadReason'
  | 'attemptCount'
  | 'nextAttemptAt'
  | 'createdAt'
  | 'updatedAt'
> & { type: SentEventType };

export function toDeliveryView(row: DeliveryRow & { type: SentEventType }): DeliveryView {
  const { id, eventId, endpointId, type, status, deadReason, attemptCount, nextAttemptAt } = row;
  const { createdAt, updatedAt } = row;
  return {
    id,
    eventId,
    endpointId,
    type,
    status,
    deadReason,
    attemptCount,
    nextAttemptAt,
    createdAt,
    updatedAt,
  };
}
