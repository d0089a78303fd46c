import { createRoute, z } from '@hono/zod-openapi';
import { redeemOneTimeSignIn } from '../../../services/sessions/one-time-sign-in.js';
import { enter, originOf, signedInResponse, tokenField } from './schema.js';
import { errorResponses, jsonRequest, noSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/auth/one-time-sign-in';

const body = z.strictObject({ token: tokenField }).openapi('OneTimeSignIn');

const route = createRoute({
  method,
  path,
  operationId: 'oneTimeSignIn',
  tags: ['Sessions'],
  summary: 'Sign in with a one-time token',
  description:
    'For the first sign-in of an installation, and where a password was lost: whoever runs the service makes the token with a command. It works once, within an hour; the session may set a password without the old one.',
  security: noSecurity,
  request: { body: jsonRequest(body, { required: true }) },
  responses: {
    200: signedInResponse('Signed in.'),
    ...errorResponses({
      method,
      path,
      body: true,
      open: true,
      codes: ['INVALID_CREDENTIALS', 'RATE_LIMITED'],
    }),
  },
});

export const oneTimeSignInOperation = operation(route, async (c) => {
  const input = c.req.valid('json');
  const opened = await redeemOneTimeSignIn(c.var.anonymous, { ...input, ...originOf(c) });
  return c.json(enter(c, opened), 200);
});
