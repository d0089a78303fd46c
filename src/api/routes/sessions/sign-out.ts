import { createRoute, z } from '@hono/zod-openapi';
import { signOut } from '../../../services/sessions/sign-out.js';
import { clearSessionCookie } from '../../http/session-cookie.js';
import { errorResponses, jsonRequest, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/auth/sign-out';

const body = z
  .strictObject({ everywhere: z.boolean().optional().openapi({ default: false }) })
  .openapi('SignOut');

const route = createRoute({
  method,
  path,
  operationId: 'signOut',
  tags: ['Sessions'],
  summary: 'Sign out',
  description: 'Ends the session for the next request on. With `everywhere`, all sessions of the user.',
  security: sessionSecurity,
  request: { body: jsonRequest(body, { required: false }) },
  responses: {
    204: { description: 'Signed out.' },
    ...errorResponses({ method, path, body: true, codes: ['INSUFFICIENT_ROLE'] }),
  },
});

export const signOutOperation = operation(route, async (c) => {
  const { everywhere = false } = c.req.valid('json');
  await signOut(c.var.ctx, { everywhere });
  clearSessionCookie(c);
  return c.body(null, 204);
});
