import { createRoute, z } from '@hono/zod-openapi';
import { submitCredentials } from '../../../services/connect-sessions/submit-credentials.js';
import { bearerSecurity, errorResponses, jsonRequest } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams, text } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { connectSessionSchema, grantedExample, toConnectSessionResponse } from './schema.js';

const method = 'post';
const path = '/connect-sessions/{id}/credentials';
const valueCharsMax = 2_000;

const body = z.record(z.string(), text(valueCharsMax)).openapi('ConnectCredentials', {
  description:
    'By the names that `credentialFields` of the session lists. A field that has a default may be left out.',
  example: { handle: 'acme.bsky.social', appPassword: 'xxxx-xxxx-xxxx-xxxx' },
});

const route = createRoute({
  method,
  path,
  operationId: 'submitConnectCredentials',
  tags: ['Connect'],
  summary: 'Grant access by credentials',
  description:
    'For platforms that list `credentialFields`, in place of their page where they have one. What is sent is exchanged for a grant at once, and kept nowhere. What the platform refuses answers 422 CREDENTIALS_REFUSED and can be corrected, up to five tries; then the session fails. Workspace owners and admins only.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.connectSession), body: jsonRequest(body, { required: true }) },
  responses: {
    200: {
      description: 'The session, with its candidates.',
      content: { 'application/json': { schema: connectSessionSchema, example: grantedExample } },
    },
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [
        'FORBIDDEN_WORKSPACE',
        'INSUFFICIENT_ROLE',
        'NOT_FOUND',
        'INVALID_STATE',
        'CREDENTIALS_REFUSED',
      ],
    }),
  },
});

export const submitConnectCredentialsOperation = operation(route, async (c) => {
  const input = { connectSessionId: c.req.valid('param').id, values: c.req.valid('json') };
  return c.json(toConnectSessionResponse(await submitCredentials(c.var.ctx, input)), 200);
});
