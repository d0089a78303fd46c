import { getConnectSession } from '../../../services/connect-sessions/get.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { connectSessionSchema, toConnectSessionResponse } from './schema.js';

export const getConnectSessionOperation = defineOperation(
  {
    id: 'getConnectSession',
    call: 'GET /connect-sessions/{id}',
    tag: 'Connect',
    summary: 'Get a connect session',
    description:
      'Returns a connect session. Poll it while a person is on the platform’s page. A session that has ended can be read for a day. Only owners and admins can do this.',
    credential: 'key or session',
    scope: 'unlimited key',
    in: { params: idParams(exampleIds.connectSession) },
    out: { 200: jsonResponse(connectSessionSchema, 'The connect session.') },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
  },
  async (c) => {
    const session = await getConnectSession(c.var.ctx, { connectSessionId: c.req.valid('param').id });
    return c.json(toConnectSessionResponse(session), 200);
  },
);
