import { z } from '@hono/zod-openapi';
import type { ErrorEntries } from './entry.js';

/** Who calls, and what they may do. */
export const accessCodes = {
  UNAUTHORIZED: {
    status: 401,
    meaning: 'The request carries no credential, or one that is not shaped like an API key.',
    remedy: 'Send the key as "Authorization: Bearer punctual_live_…".',
    retry: 'never',
    example: { message: 'Send the API key as "Authorization: Bearer <key>".', extras: {} },
  },
  INVALID_API_KEY: {
    status: 401,
    meaning:
      'The key is well-formed, but no active key matches it: it was revoked, or belongs to another installation.',
    remedy: 'Create a new key in the settings of the workspace.',
    retry: 'never',
    example: { message: 'The API key is not known or was revoked.', extras: {} },
  },
  INVALID_CREDENTIALS: {
    status: 401,
    meaning:
      'The e-mail address or the password is not right, or a one-time token is unknown, used or expired.',
    remedy: 'Try again, or ask whoever runs the service for a one-time sign-in.',
    retry: 'never',
    example: { message: 'The e-mail address or the password is not right.', extras: {} },
  },
  SIGN_UP_CLOSED: {
    status: 403,
    meaning:
      'This installation creates accounts by invitation only. Its first account needs the token that the API prints when it starts.',
    remedy: 'Sign up with the token of an invitation or, for the first account, with the set-up token.',
    retry: 'never',
    example: { message: 'Accounts can only be created by invitation.', extras: {} },
  },
  FORBIDDEN_WORKSPACE: {
    status: 403,
    meaning: 'The credential does not reach the workspace that was named or that the resource lies in.',
    remedy: 'Use a key whose list holds the workspace, or the key of one of its members.',
    retry: 'never',
    example: { message: 'The API key does not reach this workspace.', extras: {} },
  },
  INSUFFICIENT_ROLE: {
    status: 403,
    meaning:
      'The role in the workspace does not allow the operation, or it is for signed-in people and not for API keys.',
    remedy: 'Ask an owner or admin of the workspace, or sign in.',
    retry: 'never',
    example: { message: 'The role CLIENT_REVIEWER may not do this.', extras: {} },
  },
  CROSS_ORIGIN_REFUSED: {
    status: 403,
    meaning: 'A request with a session cookie came from another site, or does not say where it comes from.',
    remedy: 'Call from the service’s own pages, or use an API key in place of the cookie.',
    retry: 'never',
    example: {
      message:
        'A session is used from its own pages alone: send Origin, or an API key in place of the cookie.',
      extras: {},
    },
  },
  FEATURE_NOT_AVAILABLE: {
    status: 403,
    meaning: 'The workspace’s plan does not include the feature; feature names it.',
    remedy: 'Change the plan, or do without it.',
    retry: 'never',
    extras: { feature: z.string() },
    example: {
      message: 'The plan of the workspace has no APPROVALS.',
      extras: { feature: 'APPROVALS' },
    },
  },
} satisfies Partial<ErrorEntries>;
