import { createRoute } from '@hono/zod-openapi';
import { getCurrentSession } from '../../../services/sessions/get-current.js';
import { currentSessionSchema, toCurrentSessionResponse } from './schema.js';
import { errorResponses, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'get';
const path = '/me';

const route = createRoute({
  method,
  path,
  operationId: 'getCurrentSession',
  tags: ['Sessions'],
  summary: 'Get the signed-in user',
  description:
    'Returns the signed-in user and the current session. Requires a dashboard session; API keys cannot do this.',

  security: sessionSecurity,

  responses: {
    200: jsonResponse(currentSessionSchema, 'The user and the session.'),
    ...errorResponses({ method, path, codes: ['INSUFFICIENT_ROLE'] }),
  },
});

export const getCurrentSessionOperation = operation(route, async (c) => {
  return c.json(toCurrentSessionResponse(await getCurrentSession(c.var.ctx)), 200);
});
