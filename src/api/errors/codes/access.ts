import { z } from '@hono/zod-openapi';
import { scopes } from '../../../domain/scopes.js';
import type { ErrorEntries } from './entry.js';

/** Codes about the caller and its permissions. */
export const accessCodes = {
  UNAUTHORIZED: {
    status: 401,
    meaning:
      'The request has no credential, or the credential does not look like an API key. On POST /posts/{id}/schedule, POST /comments/{id}/read and POST /connect-sessions/{id}/import, the body of a 401 has only statusCode, message and requestId.',
    remedy: 'Send the key as "Authorization: Bearer punctual_live_…".',
    retry: 'never',
    example: { message: 'Send the API key as "Authorization: Bearer <key>".', extras: {} },
  },
  INVALID_API_KEY: {
    status: 401,
    meaning:
      'The key has the right form but is not an active key: it was revoked, or it belongs to another installation. On POST /posts/{id}/schedule, POST /comments/{id}/read and POST /connect-sessions/{id}/import, the body of a 401 has only statusCode, message and requestId.',
    remedy: 'Create a new key in the settings of the workspace.',
    retry: 'never',
    example: { message: 'The API key does not exist or was revoked.', extras: {} },
  },
  INVALID_CREDENTIALS: {
    status: 401,
    meaning: 'The email address or the password is wrong, or a one-time token is unknown, used or expired.',
    remedy:
      'Check the email address and the password, or ask the operator of this installation for a new one-time sign-in.',
    retry: 'never',
    example: { message: 'The email address or the password is wrong.', extras: {} },
  },
  SIGN_UP_CLOSED: {
    status: 403,
    meaning:
      'On this installation, new users need an invitation. The first user needs the setup token that the API prints when it starts.',
    remedy: 'Sign up with the token of an invitation or, as the first user, with the setup token.',
    retry: 'never',
    example: { message: 'This installation creates accounts by invitation only.', extras: {} },
  },
  FORBIDDEN_WORKSPACE: {
    status: 403,
    meaning: 'The credential has no access to the workspace of the request or of the resource.',
    remedy: 'Use a key that includes the workspace, or a key of one of its members.',
    retry: 'never',
    example: { message: 'You do not have access to this workspace.', extras: {} },
  },
  INSUFFICIENT_ROLE: {
    status: 403,
    meaning:
      'Your role in the workspace does not allow this, the operation needs a dashboard session instead of an API key, or the installation does not let you create workspaces.',
    remedy: 'Ask an owner or admin of the workspace, or sign in to the dashboard.',
    retry: 'never',
    example: { message: 'The role CLIENT_REVIEWER does not allow this.', extras: {} },
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    meaning:
      'The API key is limited to scopes that do not include this. A key with `posts:write` alone changes drafts and posts that wait for approval; all else about posts needs `posts:publish`.',
    remedy: 'Use a key that has the scope.',
    retry: 'never',
    extras: {
      scope: z.enum(scopes).nullable().openapi({
        description: 'The missing scope; null if only a key without a list of scopes can do this.',
      }),
    },
    example: { message: 'The API key lacks the scope posts:publish.', extras: { scope: 'posts:publish' } },
  },
  CROSS_ORIGIN_REFUSED: {
    status: 403,
    meaning: 'A request with a session cookie came from another website, or does not say where it came from.',
    remedy: 'Call the API from this installation’s own pages, or use an API key instead of the cookie.',
    retry: 'never',
    example: {
      message:
        'Sessions only work on the service’s own pages. Send Origin, or use an API key instead of the cookie.',
      extras: {},
    },
  },
  FEATURE_NOT_AVAILABLE: {
    status: 403,
    meaning: 'The plan of the workspace does not include the feature.',
    remedy: 'Use another plan, or do without the feature.',
    retry: 'never',
    extras: { feature: z.string().openapi({ description: 'The feature that the plan does not include.' }) },
    example: {
      message: 'The workspace’s plan does not include APPROVALS.',
      extras: { feature: 'APPROVALS' },
    },
  },
} satisfies Partial<ErrorEntries>;
