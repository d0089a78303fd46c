import { createRoute, z } from '@hono/zod-openapi';
import { signIn } from '../../../services/sessions/sign-in.js';
import { enter, originOf, signedInResponse, emailField, passwordField } from './schema.js';
import { errorResponses, jsonRequest, noSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/auth/sign-in';

const body = z
  .strictObject({
    email: emailField.openapi({ description: 'The email address of the account.' }),
    password: passwordField.openapi({ description: 'The password of the account.' }),
  })
  .openapi('SignIn', { description: 'The credentials to sign in with.' });

const route = createRoute({
  method,
  path,
  operationId: 'signIn',
  tags: ['Sessions'],
  summary: 'Sign in',
  description:
    'Signs you in and sets the session cookie. A failed sign-in always returns the same error, whatever the reason. Attempts are limited per email address and per client IP address.',
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

export const signInOperation = operation(route, async (c) => {
  const input = c.req.valid('json');
  const opened = await signIn(c.var.anonymous, { ...input, ...originOf(c) });
  return c.json(enter(c, opened), 200);
});
