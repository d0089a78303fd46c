import { createRoute, z } from '@hono/zod-openapi';
import { changePassword } from '../../../services/sessions/change-password.js';
import { omitUndefined } from '../../openapi/fields.js';
import { enter, newPasswordField, passwordField, signedInResponse } from './schema.js';
import { errorResponses, jsonRequest, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/auth/change-password';

const body = z
  .strictObject({ currentPassword: passwordField.optional(), newPassword: newPasswordField })
  .openapi('ChangePassword');

const route = createRoute({
  method,
  path,
  operationId: 'changePassword',
  tags: ['Sessions'],
  summary: 'Change the password',
  description:
    'Ends every session of the user, and gives the caller a new one. `currentPassword` is not needed where there is none yet, and within an hour after a one-time sign-in. API keys stay as they are.',
  security: sessionSecurity,
  request: { body: jsonRequest(body, { required: true }) },
  responses: {
    200: signedInResponse('The password is changed; this is the new session.'),
    ...errorResponses({ method, path, body: true, codes: ['INSUFFICIENT_ROLE', 'RATE_LIMITED'] }),
  },
});

export const changePasswordOperation = operation(route, async (c) => {
  const opened = await changePassword(c.var.ctx, omitUndefined(c.req.valid('json')));
  return c.json(enter(c, opened), 200);
});
