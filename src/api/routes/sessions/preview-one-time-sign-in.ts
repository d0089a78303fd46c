import { z } from '@hono/zod-openapi';
import { previewOneTimeSignIn } from '../../../services/sessions/one-time-sign-in.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { wireInstant } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { tokenField } from './schema.js';

const body = z
  .strictObject({ token: tokenField.openapi({ description: 'The one-time token.' }) })
  .openapi('PreviewOneTimeSignIn', { description: 'The one-time token to look at.' });

const previewSchema = z
  .object({
    user: z
      .object({
        name: z.string().openapi({ description: 'The name of the user.', example: 'Ada Lovelace' }),
        email: z
          .string()
          .openapi({ description: 'The email address of the user.', example: 'ada@example.com' }),
      })
      .openapi({ description: 'The user whom the token signs in.' }),
    expiresAt: wireInstant.openapi({ description: 'When the token expires.' }),
  })
  .openapi('OneTimeSignInPreview', {
    description: 'What a one-time token says to the person who holds its link.',
  });

export const previewOneTimeSignInOperation = defineOperation(
  {
    id: 'previewOneTimeSignIn',
    call: 'POST /auth/preview-one-time-sign-in',
    tag: 'Sessions',
    summary: 'Look at a one-time token',
    description:
      'Returns the user whom a one-time token signs in, so that a person can see it before they sign in. The token stays as it is. Attempts with an unknown, used or expired token are limited per client IP address.',
    credential: 'none',
    in: { body },
    out: { 200: jsonResponse(previewSchema, 'The user whom the token signs in.') },
    errors: ['INVALID_CREDENTIALS', 'RATE_LIMITED'],
  },
  async (c) => {
    const preview = await previewOneTimeSignIn(c.var.anonymous, c.req.valid('json'));
    return c.json({ ...preview, expiresAt: preview.expiresAt.toISOString() }, 200);
  },
);
