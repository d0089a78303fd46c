import { createRoute, z } from '@hono/zod-openapi';
import { signOut } from '../../../services/sessions/sign-out.js';
import { clearSessionCookie } from '../../http/session-cookie.js';
import { errorResponses, jsonRequest, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/auth/sign-out';

const body = z
  .strictObject({
    everywhere: z
      .boolean()
      .optional()
      .openapi({ description: 'true ends all sessions of the user, not only this one.', default: false }),
  })
  .openapi('SignOut', { description: 'Which sessions to end.' });

const route = createRoute({
  method,
  path,
  operationId: 'signOut',
  tags: ['Sessions'],
  summary: 'Sign out',
  description:
    'Ends the session and clears its cookie. With `everywhere`, all sessions of the user end. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { body: jsonRequest(body, { required: false }) },
  responses: {
    204: { description: 'You are signed out.' },
    ...errorResponses({ method, path, body: true, codes: ['INSUFFICIENT_ROLE'] }),
  },
});

export const signOutOperation = operation(route, async (c) => {
  const { everywhere = false } = c.req.valid('json');
  await signOut(c.var.ctx, { everywhere });
  clearSessionCookie(c);
  return c.body(null, 204);
});
