import { z } from '@hono/zod-openapi';
import { redeemOneTimeSignIn } from '../../../services/sessions/one-time-sign-in.js';
import { enter, originOf, signedInResponse, tokenField } from './schema.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({ token: tokenField.openapi({ description: 'The one-time token.' }) })
  .openapi('OneTimeSignIn', { description: 'The token to sign in with.' });

export const oneTimeSignInOperation = defineOperation(
  {
    id: 'oneTimeSignIn',
    call: 'POST /auth/one-time-sign-in',
    tag: 'Sessions',
    summary: 'Sign in with a one-time token',
    description:
      'Signs you in with a one-time token, which the operator of this installation creates with a command, for example for your first sign-in or if you have lost your password. The token works once, within an hour. For an hour after this sign-in, you can set a password without knowing the old one.',
    credential: 'none',
    in: { body },
    out: { 200: signedInResponse('Signed in.') },
    errors: ['INVALID_CREDENTIALS', 'RATE_LIMITED'],
  },
  async (c) => {
    const input = c.req.valid('json');
    const opened = await redeemOneTimeSignIn(c.var.anonymous, { ...input, ...originOf(c) });
    return c.json(enter(c, opened), 200);
  },
);
