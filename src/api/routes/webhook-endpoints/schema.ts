import { z } from '@hono/zod-openapi';
import type { TaggedResource } from '../../http/resource-tag.js';
import {
  defaultWebhookEventTypes,
  namedWebhookEventTypes,
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
import { exampleIds } from '../../examples/ids.js';
import { jsonObject, pageOf, wireInstant } from '../../openapi/fields.js';

const instantOrNull = wireInstant.nullable();

export const urlField = z.string().min(1).max(webhookUrlCharsMax).openapi({
  format: 'uri',
  example: 'https://example.com/hooks/punctual',
  description:
    'The URL that events are sent to. It must be https on port 443 of a public host, now and at every delivery.',
});
const codeList = (types: readonly string[]): string => types.map((type) => `\`${type}\``).join(', ');

/** The description of `events` in requests and in responses. */
export const eventsDescription = `The types of event that the endpoint gets. Null: the default types, which are ${codeList(defaultWebhookEventTypes)}. The other types (${codeList(namedWebhookEventTypes)}) are sent only to endpoints that name them.`;

export const eventsField = z
  .array(z.enum(webhookEventTypes))
  .min(1)
  .max(webhookEventTypes.length)
  // Naming a type twice subscribes to it once.
  .transform((types) => [...new Set(types)])
  .nullable()
  .openapi({ description: eventsDescription });
export const descriptionField = z
  .string()
  .max(webhookDescriptionCharsMax)
  .nullable()
  .openapi({ description: 'A note for people about what the endpoint is for.', example: 'Production' });

export const endpointSchema = z
  .object({
    id: z
      .string()
      .openapi({ description: 'The id of the webhook endpoint.', example: exampleIds.webhookEndpoint }),
    workspaceId: z
      .string()
      .openapi({ description: 'The workspace that it belongs to.', example: exampleIds.workspace }),
    url: z.string().openapi({
      description: 'The URL that events are sent to.',
      example: 'https://example.com/hooks/punctual',
    }),
    events: z
      .array(z.enum(webhookEventTypes))
      .nullable()
      .openapi({ description: eventsDescription, example: ['post.published', 'post.failed'] }),
    description: z
      .string()
      .nullable()
      .openapi({ description: 'A note for people about what the endpoint is for.', example: 'Production' }),
    previousSecretExpiresAt: instantOrNull.openapi({
      example: null,
      description: 'Until when deliveries are also signed with the previous secret; null if they are not.',
    }),
    status: z
      .enum(webhookEndpointStatuses)
      .openapi({ description: 'Whether events are sent to the endpoint.' }),
    disabledReason: z.enum(webhookDisabledReasons).nullable().openapi({
      description:
        'Why the endpoint is disabled. BY_USER: a person disabled it. GONE: it returned 410. ONLY_FAILURES: no attempt succeeded for five days, and attempts kept failing.',
      example: null,
    }),
    disabledAt: instantOrNull.openapi({
      description: 'When the endpoint was disabled; null while it is enabled.',
      example: null,
    }),
    firstFailureAt: instantOrNull.openapi({
      example: null,
      description: 'Since when every attempt has failed; null if the last one succeeded.',
    }),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
    updatedAt: wireInstant.openapi({ description: 'When it was last changed.' }),
  })
  .openapi('WebhookEndpoint', { description: 'A URL that receives the events of a workspace.' });

export const endpointListSchema = pageOf('WebhookEndpointList', endpointSchema);

export const endpointWithSecretSchema = endpointSchema
  .extend({
    secret: z.string().openapi({
      description: 'The secret that signs deliveries. It is shown only once.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    }),
  })
  .openapi('WebhookEndpointWithSecret', { description: 'A webhook endpoint, with its signing secret.' });

export const deliverySchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the delivery.', example: exampleIds.webhookDelivery }),
    eventId: z.string().openapi({
      description: 'The id of the event. It is the same for every endpoint and every attempt.',
      example: exampleIds.event,
    }),
    endpointId: z.string().openapi({
      description: 'The endpoint that the event is sent to.',
      example: exampleIds.webhookEndpoint,
    }),
    type: z
      .enum([...webhookEventTypes, webhookTestEventType])
      .openapi({ description: 'The type of the event.' }),
    status: z.enum(webhookDeliveryStatuses).openapi({
      description:
        'PENDING: attempts are still made. DELIVERED: the endpoint accepted the event. DEAD: no further attempts are made.',
    }),
    deadReason: z.enum(webhookDeadReasons).nullable().openapi({
      description:
        'Why no further attempts are made. ATTEMPTS_EXHAUSTED: all attempts failed. ENDPOINT_DISABLED, ENDPOINT_REMOVED: the endpoint was disabled or removed.',
      example: null,
    }),
    attemptCount: z.number().int().openapi({ description: 'How many attempts have been made.', example: 1 }),
    nextAttemptAt: instantOrNull.openapi({
      description: 'When the next attempt is due; null if none is.',
      example: null,
    }),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
    updatedAt: wireInstant.openapi({ description: 'When it was last changed.' }),
  })
  .openapi('WebhookDelivery', { description: 'An event that is sent to one endpoint.' });

export const deliveryWithPayloadSchema = deliverySchema
  .extend({
    // The parser accepts any object, because an event of an earlier version may lack fields.
    payload: z
      .unknown()
      .pipe(jsonObject)
      .openapi({
        allOf: [{ $ref: '#/components/schemas/WebhookEvent' }],
        description: 'The event as it is sent: the JSON body of every attempt.',
        example: {
          id: exampleIds.event,
          type: webhookTestEventType,
          createdAt: '2030-01-31T09:00:00.000Z',
          workspaceId: exampleIds.workspace,
          data: { message: 'This is a test event. Nothing has happened.' },
        },
      }),
  })
  .openapi('WebhookDeliveryWithPayload', { description: 'A delivery, with the event that it sends.' });

export const deliveryListSchema = pageOf('WebhookDeliveryList', deliverySchema);

export const attemptSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the attempt.', example: exampleIds.webhookAttempt }),
    deliveryId: z.string().openapi({ description: 'The delivery.', example: exampleIds.webhookDelivery }),
    number: z
      .number()
      .int()
      .openapi({ description: 'The number of the attempt, starting at 1.', example: 1 }),
    startedAt: wireInstant.openapi({ description: 'When the attempt started.' }),
    durationMs: z
      .number()
      .int()
      .openapi({ description: 'How long the attempt took, in milliseconds.', example: 182 }),
    outcome: z.enum(webhookAttemptOutcomes).openapi({
      description:
        'DELIVERED: the endpoint returned a 2xx status. FAILED: it did not. REFUSED: the URL is not allowed, so nothing was sent.',
    }),
    statusCode: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'The HTTP status of the response; null if there was none.', example: 200 }),
    error: z
      .string()
      .nullable()
      .openapi({ description: 'Why the attempt failed; null if it did not.', example: null }),
    responseText: z.string().nullable().openapi({
      example: null,
      description: 'The first 2 KiB of the response body; null if there was none.',
    }),
    waitMs: z.number().int().nullable().openapi({
      example: null,
      description: 'How long Punctual waits before the next attempt, in milliseconds; null if there is none.',
    }),
  })
  .openapi('WebhookAttempt', { description: 'One attempt to deliver an event.' });

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

/** Turns a row into a response. Leaves out the workflow run, which only matters to the operator. */
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

/** The part of a webhook endpoint that its ETag depends on. */
export const endpointResource: TaggedResource = { toBody: toEndpointResponse, own: (body) => body };
