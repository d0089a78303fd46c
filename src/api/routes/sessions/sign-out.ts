import { z } from '@hono/zod-openapi';
import { signOut } from '../../../services/sessions/sign-out.js';
import { clearSessionCookie } from '../../http/session-cookie.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({
    everywhere: z
      .boolean()
      .optional()
      .openapi({ description: 'true ends all sessions of the user, not only this one.', default: false }),
  })
  .openapi('SignOut', { description: 'Which sessions to end.' });

export const signOutOperation = defineOperation(
  {
    id: 'signOut',
    call: 'POST /auth/sign-out',
    tag: 'Sessions',
    summary: 'Sign out',
    description:
      'Ends the session and clears its cookie. With `everywhere`, all sessions of the user end. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { body, bodyIsOptional: true },
    out: { 204: { description: 'You are signed out.' } },
    errors: ['INSUFFICIENT_ROLE'],
  },
  async (c) => {
    const { everywhere = false } = c.req.valid('json');
    await signOut(c.var.ctx, { everywhere });
    clearSessionCookie(c);
    return c.body(null, 204);
  },
);
