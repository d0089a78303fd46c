import { z } from '@hono/zod-openapi';
import {
  webhookAttemptOutcomes,
  webhookDeadReasons,
  webhookDeliveryStatuses,
  webhookDescriptionCharsMax,
  webhookDisabledReasons,
  webhookEndpointStatuses,
  webhookEventTypes,
  webhookTestEventType,
  webhookUrlCharsMax,
} from '../../../domain/webhooks.js';
import type { DeliveryView } from '../../../services/webhooks/delivery-view.js';
import type { AttemptRow, EndpointView } from '../../../services/webhooks/records.js';
import { exampleIds } from '../../openapi/examples.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

const instantOrNull = wireInstant.nullable();

export const urlField = z.string().min(1).max(webhookUrlCharsMax).openapi({
  format: 'uri',
  example: 'https://example.com/hooks/punctual',
  description: 'https on port 443, at public addresses alone, when it is stored and at every delivery.',
});
export const eventsField = z
  .array(z.enum(webhookEventTypes))
  .min(1)
  .max(webhookEventTypes.length)
  // Naming a type twice subscribes to it once.
  .transform((types) => [...new Set(types)])
  .nullable();
export const descriptionField = z.string().max(webhookDescriptionCharsMax).nullable();

export const endpointSchema = z
  .object({
    id: z.string().openapi({ example: exampleIds.webhookEndpoint }),
    workspaceId: z.string().openapi({ example: exampleIds.workspace }),
    url: z.string(),
    events: z
      .array(z.enum(webhookEventTypes))
      .nullable()
      .openapi({ description: 'Null: every type, those to come included.' }),
    description: z.string().nullable(),
    previousSecretExpiresAt: instantOrNull.openapi({
      description: 'Until when the secret before the last rotation signs as well.',
    }),
    status: z.enum(webhookEndpointStatuses),
    disabledReason: z.enum(webhookDisabledReasons).nullable(),
    disabledAt: instantOrNull,
    firstFailureAt: instantOrNull.openapi({ description: 'Since when every attempt has failed.' }),
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .openapi('WebhookEndpoint');

export const endpointListSchema = pageOf('WebhookEndpointList', endpointSchema);

export const endpointWithSecretSchema = endpointSchema
  .extend({
    secret: z.string().openapi({
      description: 'Signs the deliveries: shown here and never again.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    }),
  })
  .openapi('WebhookEndpointWithSecret');

export const deliverySchema = z
  .object({
    id: z.string().openapi({ example: exampleIds.webhookDelivery }),
    eventId: z.string().openapi({ example: exampleIds.event }),
    endpointId: z.string().openapi({ example: exampleIds.webhookEndpoint }),
    type: z.enum([...webhookEventTypes, webhookTestEventType]),
    status: z.enum(webhookDeliveryStatuses),
    deadReason: z.enum(webhookDeadReasons).nullable(),
    attemptCount: z.number().int(),
    nextAttemptAt: instantOrNull,
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .openapi('WebhookDelivery');

export const deliveryListSchema = pageOf('WebhookDeliveryList', deliverySchema);

export const attemptSchema = z
  .object({
    id: z.string().openapi({ example: exampleIds.webhookAttempt }),
    deliveryId: z.string().openapi({ example: exampleIds.webhookDelivery }),
    number: z.number().int(),
    startedAt: wireInstant,
    durationMs: z.number().int(),
    outcome: z.enum(webhookAttemptOutcomes),
    statusCode: z.number().int().nullable(),
    error: z.string().nullable(),
    responseText: z.string().nullable().openapi({ description: 'The first 2 KiB of the answer.' }),
    waitMs: z.number().int().nullable().openapi({ description: 'The wait that followed.' }),
  })
  .openapi('WebhookAttempt');

export const attemptListSchema = pageOf('WebhookAttemptList', attemptSchema);

export function toEndpointResponse(view: EndpointView): z.output<typeof endpointSchema> {
  return {
    ...view,
    previousSecretExpiresAt: view.previousSecretExpiresAt?.toISOString() ?? null,
    disabledAt: view.disabledAt?.toISOString() ?? null,
    firstFailureAt: view.firstFailureAt?.toISOString() ?? null,
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  };
}

export function toDeliveryResponse(view: DeliveryView): z.output<typeof deliverySchema> {
  return {
    ...view,
    nextAttemptAt: view.nextAttemptAt?.toISOString() ?? null,
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  };
}

/** Without the run that made it: that is for whoever runs the service. */
export function toAttemptResponse(row: AttemptRow): z.output<typeof attemptSchema> {
  const { id, deliveryId, number, startedAt, durationMs, outcome, statusCode, error } = row;
  const { responseText, waitMs } = row;
  return {
    id,
    deliveryId,
    number,
    startedAt: startedAt.toISOString(),
    durationMs,
    outcome,
    statusCode,
    error,
    responseText,
    waitMs,
  };
}
