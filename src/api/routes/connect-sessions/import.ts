import { createRoute, z } from '@hono/zod-openapi';
import { connectCandidatesMax, importOutcomes } from '../../../domain/connect-sessions.js';
import { importCandidates } from '../../../services/connect-sessions/import.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idField, idParams, omitUndefined } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { socialAccountSchema, toSocialAccountResponse } from '../social-accounts/schema.js';

const method = 'post';
const path = '/connect-sessions/{id}/import';

const body = z
  .strictObject({
    candidateIds: z
      .array(idField(exampleIds.connectCandidate))
      .min(1)
      .max(connectCandidatesMax)
      .optional()
      .openapi({ description: 'Absent: every candidate that can be imported and is not connected already.' }),
  })
  .openapi('ImportConnectCandidates', { example: {} });

const importedSchema = socialAccountSchema
  .extend({
    outcome: z.enum(importOutcomes).openapi({
      description: 'RECONNECTED: an account that was here before, with its id, has a new grant.',
    }),
  })
  .openapi('ImportedSocialAccount');

const route = createRoute({
  method,
  path,
  operationId: 'importConnectCandidates',
  tags: ['Connect'],
  summary: 'Import candidates as social accounts',
  description:
    'All that were picked, or none. One that is connected already and works answers 409 PLATFORM_ALREADY_CONNECTED, unless the session was begun to reconnect it. The same import again has the same answer, without accounts that were disconnected since; where that is all of them, it answers 409 INVALID_STATE. Posts that had failed for want of a grant in the last seven days are published again. Workspace owners and admins only.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.connectSession), body: jsonRequest(body, { required: true }) },
  responses: {
    200: jsonResponse(
      z.object({ data: z.array(importedSchema) }).openapi('ImportedSocialAccountList'),
      'The accounts.',
    ),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [
        'FORBIDDEN_WORKSPACE',
        'INSUFFICIENT_ROLE',
        'NOT_FOUND',
        'INVALID_STATE',
        'PLATFORM_ALREADY_CONNECTED',
        'X_PAYMENT_METHOD_REQUIRED',
        'DEVELOPER_PAYMENT_METHOD_REQUIRED',
      ],
    }),
  },
});

export const importConnectCandidatesOperation = operation(route, async (c) => {
  const input = { connectSessionId: c.req.valid('param').id, ...omitUndefined(c.req.valid('json')) };
  const imported = await importCandidates(c.var.ctx, input);
  const data = imported.map(({ outcome, ...account }) => ({ ...toSocialAccountResponse(account), outcome }));
  return c.json({ data }, 200);
});
