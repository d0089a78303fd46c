import { z } from '@hono/zod-openapi';
import { changePassword } from '../../../services/sessions/change-password.js';
import { omitUndefined } from '../../openapi/fields.js';
import { enter, newPasswordField, passwordField, signedInResponse } from './schema.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({
    currentPassword: passwordField.optional().openapi({
      description:
        'The current password. Not needed if none is set, or within an hour of a one-time sign-in.',
    }),
    newPassword: newPasswordField.openapi({ description: 'The new password.' }),
  })
  .openapi('ChangePassword', {
    example: {
      currentPassword: 'correct horse battery staple',
      newPassword: 'staple battery horse correct',
    },
    description: 'The old and the new password.',
  });

export const changePasswordOperation = defineOperation(
  {
    id: 'changePassword',
    call: 'POST /auth/change-password',
    tag: 'Sessions',
    summary: 'Change the password',
    description:
      'Changes your password, ends all of your sessions and starts a new one. API keys keep working. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { body },
    out: {
      200: signedInResponse('The password is changed. The response sets the cookie of the new session.'),
    },
    errors: ['INSUFFICIENT_ROLE', 'RATE_LIMITED'],
  },
  async (c) => {
    const opened = await changePassword(c.var.ctx, omitUndefined(c.req.valid('json')));
    return c.json(enter(c, opened), 200);
  },
);
