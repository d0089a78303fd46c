import { z } from '@hono/zod-openapi';
import { replayFailed } from '../../../services/webhooks/replay.js';
import { authorizeEndpoint } from '../../../services/webhooks/session-access.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { exampleIds } from '../../examples/ids.js';
import { exampleTimes } from '../../openapi/examples.js';
import { instant } from '../../openapi/fields.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({
    since: instant.openapi({
      description: 'Sends the deliveries again that were created at or after this time.',
      example: exampleTimes.past,
    }),
  })
  .openapi('ReplayWebhooks', { description: 'Which deliveries to send again.' });
const replayedSchema = z
  .object({
    replayed: z
      .number()
      .int()
      .openapi({ example: 3, description: 'How many deliveries this call sends again, at most 1,000.' }),
    hasMore: z.boolean().openapi({
      example: false,
      description: 'Whether there are more. If so, call again with the same time.',
    }),
  })
  .openapi('ReplayedWebhooks', { description: 'How many deliveries are being sent again.' });

export const replayWebhooksOperation = defineOperation(
  {
    id: 'replayWebhooks',
    call: 'POST /workspaces/{id}/webhook-endpoints/{endpointId}/replay',
    tag: 'Webhook endpoints',
    summary: 'Resend dead deliveries',
    description:
      'Sends every delivery again that is DEAD and was created since the given time, oldest first. This includes events that happened while the endpoint was disabled. A PENDING delivery is left alone because its retries go on; use `redeliver` to send it immediately. The endpoint must be enabled (otherwise 409). Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('endpointId', exampleIds.webhookEndpoint), body },
    out: { 202: jsonResponse(replayedSchema, 'The deliveries are being sent.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'INVALID_STATE'],
  },
  async (c) => {
    const { id: workspaceId, endpointId } = c.req.valid('param');
    await authorizeEndpoint(c.var.ctx, { workspaceId, endpointId });
    return c.json(await replayFailed(c.var.ctx, { endpointId, ...c.req.valid('json') }), 202);
  },
);
