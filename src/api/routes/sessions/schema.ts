import { z } from '@hono/zod-openapi';
import {
  emailCharsMax,
  passwordCharsMax,
  passwordCharsMin,
  personNameCharsMax,
} from '../../../domain/sessions.js';
import type { CurrentSessionView } from '../../../services/sessions/get-current.js';
import type { OpenedSession } from '../../../services/sessions/open-session.js';
import type { SignInOrigin } from '../../../services/sessions/sign-in.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { omitUndefined, text, visibleText, wireInstant } from '../../openapi/fields.js';
import { readSessionCookie, setSessionCookie } from '../../http/session-cookie.js';
import type { ApiEnv } from '../../types.js';
import type { Context } from 'hono';

const tokenCharsMax = 200;

export const emailField = z
  .string()
  .max(emailCharsMax)
  .regex(/^[A-Za-z0-9._%+'-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}$/, 'Must be an email address.')
  .openapi({
    example: 'ada@example.com',
    description: 'The email address of the person. Case does not matter.',
  });

export const personNameField = visibleText(personNameCharsMax).openapi({
  description: 'The person’s name, as others see it.',
  example: 'Ada Lovelace',
});

export const newPasswordField = text(passwordCharsMax, passwordCharsMin).openapi({
  description: 'The password to set.',
  format: 'password',
  example: 'correct horse battery staple',
});

/** An existing password, which may not meet the rules of today. */
export const passwordField = text(passwordCharsMax, 1).openapi({
  description: 'The person’s password.',
  format: 'password',
  example: 'correct horse battery staple',
});

export const tokenField = z.string().min(1).max(tokenCharsMax).openapi({
  description: 'A token that works once.',
  example: 'Xb4w1Yq7Zk0Jm3Np6Rs9Tu2Vx5Ac8De1Fg4Hi7Kl0M',
});

export const currentSessionSchema = z
  .object({
    user: z
      .object({
        id: z.string().openapi({ description: 'The id of the user.', example: exampleIds.user }),
        email: z.string().openapi({ description: 'The user’s email address.', example: 'ada@example.com' }),
        name: z.string().openapi({ description: 'The user’s name.', example: 'Ada Lovelace' }),
        hasPassword: z.boolean().openapi({
          example: true,
          description:
            'Whether the user has set a password. Without one, the user signs in with a one-time token.',
        }),
        mayCreateWorkspaces: z.boolean().openapi({
          example: true,
          description: 'Whether the user may create workspaces on this installation.',
        }),
        createdAt: wireInstant.openapi({ description: 'When the user signed up.' }),
      })
      .openapi({ description: 'The signed-in user.' }),
    session: z
      .object({
        id: z.string().openapi({ description: 'The id of the session.', example: exampleIds.session }),
        createdAt: wireInstant.openapi({ description: 'When the user signed in.' }),
        expiresAt: wireInstant.openapi({
          description: 'When the session ends at the latest. It ends earlier after a day without use.',
        }),
      })
      .openapi({ description: 'The session.' }),
  })
  .openapi('CurrentSession', { description: 'The signed-in user and their session.' });

export function toCurrentSessionResponse({
  user,
  session,
}: CurrentSessionView): z.output<typeof currentSessionSchema> {
  return {
    user: { ...user, createdAt: user.createdAt.toISOString() },
    session: {
      id: session.id,
      createdAt: session.createdAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    },
  };
}

/** Describes the response to a sign-in, with its cookie. */
export function signedInResponse(description: string) {
  const example = '__Host-punctual_session=…; Path=/; HttpOnly; Secure; SameSite=Lax';
  return {
    ...jsonResponse(currentSessionSchema, description),
    headers: { 'Set-Cookie': { schema: { type: 'string' as const }, example, description: 'The session.' } },
  };
}

/** Returns the token of the browser's current session, which the new session replaces. */
export function originOf(c: Context<ApiEnv>): SignInOrigin {
  return omitUndefined({ replacedToken: readSessionCookie(c) });
}

/** Sets the session cookie, and returns the response body with the new session and its user. */
export function enter(c: Context<ApiEnv>, { token, current }: OpenedSession) {
  setSessionCookie(c, token, current.session.expiresAt);
  return toCurrentSessionResponse(current);
}
