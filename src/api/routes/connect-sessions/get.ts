import { createRoute } from '@hono/zod-openapi';
import { getConnectSession } from '../../../services/connect-sessions/get.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { connectSessionSchema, toConnectSessionResponse } from './schema.js';

const method = 'get';
const path = '/connect-sessions/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'getConnectSession',
  tags: ['Connect'],
  summary: 'Get a connect session',
  description:
    'Returns a connect session. Poll it while a person is on the platform’s page. A session that has ended can be read for a day. Only owners and admins can do this.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.connectSession) },
  responses: {
    200: jsonResponse(connectSessionSchema, 'The connect session.'),
    ...errorResponses({ method, path, codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'] }),
  },
});

export const getConnectSessionOperation = operation(route, async (c) => {
  const session = await getConnectSession(c.var.ctx, { connectSessionId: c.req.valid('param').id });
  return c.json(toConnectSessionResponse(session), 200);
});
