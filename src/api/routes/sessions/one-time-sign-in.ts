import { createRoute, z } from '@hono/zod-openapi';
import { redeemOneTimeSignIn } from '../../../services/sessions/one-time-sign-in.js';
import { enter, originOf, signedInResponse, tokenField } from './schema.js';
import { errorResponses, jsonRequest, noSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/auth/one-time-sign-in';

const body = z
  .strictObject({ token: tokenField.openapi({ description: 'The one-time token.' }) })
  .openapi('OneTimeSignIn', { description: 'The token to sign in with.' });

const route = createRoute({
  method,
  path,
  operationId: 'oneTimeSignIn',
  tags: ['Sessions'],
  summary: 'Sign in with a one-time token',
  description:
    'Signs you in with a one-time token, which the operator of this installation creates with a command, for example for your first sign-in or if you have lost your password. The token works once, within an hour. For an hour after this sign-in, you can set a password without knowing the old one.',
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
