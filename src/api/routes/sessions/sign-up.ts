import { z } from '@hono/zod-openapi';
import { signUp } from '../../../services/sessions/sign-up.js';
import {
  enter,
  originOf,
  signedInResponse,
  emailField,
  newPasswordField,
  personNameField,
  tokenField,
} from './schema.js';
import { omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({
    email: emailField.openapi({ description: 'The email address of the new account.' }),
    name: personNameField.openapi({ description: 'The person’s name, as others see it.' }),
    password: newPasswordField.openapi({ description: 'The password of the new account.' }),
    invitationToken: tokenField.optional().openapi({
      description: 'The token of an invitation. It must have been created for the same email address.',
    }),
    setUpToken: tokenField.optional().openapi({
      description:
        'The setup token that the API prints when it starts and there is no user yet. Only for the first user of an installation.',
    }),
  })
  .openapi('SignUp', {
    example: {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      password: 'correct horse battery staple',
      invitationToken: 'Xb4w1Yq7Zk0Jm3Np6Rs9Tu2Vx5Ac8De1Fg4Hi7Kl0M',
    },
    description: 'The account to create.',
  });

export const signUpOperation = defineOperation(
  {
    id: 'signUp',
    call: 'POST /auth/sign-up',
    tag: 'Sessions',
    summary: 'Sign up',
    description:
      'Creates a user and signs them in. The first user of an installation needs the setup token that the API prints when it starts, unless the API can only be reached from its own machine. Later users need the token of an invitation, unless the installation is open to everyone (SIGN_UP). With an invitation, the email address must be the invited one, and the user joins the workspace immediately. Attempts are limited per client IP address.',
    credential: 'none',
    in: { body },
    out: { 201: signedInResponse('The user is created and signed in.') },
    errors: ['SIGN_UP_CLOSED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  async (c) => {
    const input = c.req.valid('json');
    const opened = await signUp(c.var.anonymous, { ...omitUndefined(input), ...originOf(c) });
    return c.json(enter(c, opened), 201);
  },
);
