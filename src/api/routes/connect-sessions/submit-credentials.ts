import { z } from '@hono/zod-openapi';
import { submitCredentials } from '../../../services/connect-sessions/submit-credentials.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams, text } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { connectSessionSchema, grantedExample, toConnectSessionResponse } from './schema.js';
const valueCharsMax = 2_000;

const body = z.record(z.string(), text(valueCharsMax)).openapi('ConnectCredentials', {
  description:
    'Values by the names that `credentialFields` of the session lists. Fields with a default can be left out.',
  example: { handle: 'acme.bsky.social', appPassword: 'xxxx-xxxx-xxxx-xxxx' },
});

export const submitConnectCredentialsOperation = defineOperation(
  {
    id: 'submitConnectCredentials',
    call: 'POST /connect-sessions/{id}/credentials',
    tag: 'Connect',
    summary: 'Connect with credentials',
    description:
      'Grants access with the fields that `credentialFields` lists, instead of a page of the platform. Punctual exchanges the values for access immediately and does not store them. Values that the platform refuses return 422 CREDENTIALS_REFUSED; you can correct them up to five times, then the session fails. Only owners and admins can do this.',
    credential: 'key or session',
    scope: 'unlimited key',
    in: { params: idParams(exampleIds.connectSession), body },
    out: {
      200: {
        description: 'The connect session, with its candidates.',
        content: { 'application/json': { schema: connectSessionSchema, example: grantedExample } },
      },
    },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'INVALID_STATE', 'CREDENTIALS_REFUSED'],
  },
  async (c) => {
    const input = { connectSessionId: c.req.valid('param').id, values: c.req.valid('json') };
    return c.json(toConnectSessionResponse(await submitCredentials(c.var.ctx, input)), 200);
  },
);
