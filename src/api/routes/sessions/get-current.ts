import { getCurrentSession } from '../../../services/sessions/get-current.js';
import { currentSessionSchema, toCurrentSessionResponse } from './schema.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

export const getCurrentSessionOperation = defineOperation(
  {
    id: 'getCurrentSession',
    call: 'GET /me',
    tag: 'Sessions',
    summary: 'Get the signed-in user',
    description:
      'Returns the signed-in user and the current session. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    out: { 200: jsonResponse(currentSessionSchema, 'The user and the session.') },
    errors: ['INSUFFICIENT_ROLE'],
  },
  async (c) => {
    return c.json(toCurrentSessionResponse(await getCurrentSession(c.var.ctx)), 200);
  },
);
