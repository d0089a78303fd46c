import { z } from '@hono/zod-openapi';
import { signIn } from '../../../services/sessions/sign-in.js';
import { enter, originOf, signedInResponse, emailField, passwordField } from './schema.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({
    email: emailField.openapi({ description: 'The email address of the account.' }),
    password: passwordField.openapi({ description: 'The password of the account.' }),
  })
  .openapi('SignIn', { description: 'The credentials to sign in with.' });

export const signInOperation = defineOperation(
  {
    id: 'signIn',
    call: 'POST /auth/sign-in',
    tag: 'Sessions',
    summary: 'Sign in',
    description:
      'Signs you in and sets the session cookie. A failed sign-in always returns the same error, whatever the reason. Attempts are limited per email address and per client IP address.',
    credential: 'none',
    in: { body },
    out: { 200: signedInResponse('Signed in.') },
    errors: ['INVALID_CREDENTIALS', 'RATE_LIMITED'],
  },
  async (c) => {
    const input = c.req.valid('json');
    const opened = await signIn(c.var.anonymous, { ...input, ...originOf(c) });
    return c.json(enter(c, opened), 200);
  },
);
