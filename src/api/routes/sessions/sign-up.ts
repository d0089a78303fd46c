import { createRoute, z } from '@hono/zod-openapi';
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
import { errorResponses, jsonRequest, noSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/auth/sign-up';

const body = z
  .strictObject({
    email: emailField,
    name: personNameField,
    password: newPasswordField,
    invitationToken: tokenField.optional(),
    setUpToken: tokenField.optional().openapi({
      description: 'For the first account of an installation: what the API prints when it starts.',
    }),
  })
  .openapi('SignUp');

const route = createRoute({
  method,
  path,
  operationId: 'signUp',
  tags: ['Sessions'],
  summary: 'Make an account and sign in',
  description:
    'The first account of an installation needs the set-up token that the API prints when it starts, unless the API is reached from its own machine only. Later ones need the token of an invitation, unless the installation is open to everybody (SIGN_UP). With a token the e-mail address must be the invited one, and the account is a member of the workspace at once. Limited by client address.',
  security: noSecurity,
  request: { body: jsonRequest(body, { required: true }) },
  responses: {
    201: signedInResponse('The account is made and signed in.'),
    ...errorResponses({
      method,
      path,
      body: true,
      open: true,
      codes: ['SIGN_UP_CLOSED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
    }),
  },
});

export const signUpOperation = operation(route, async (c) => {
  const input = c.req.valid('json');
  const opened = await signUp(c.var.anonymous, { ...omitUndefined(input), ...originOf(c) });
  return c.json(enter(c, opened), 201);
});
