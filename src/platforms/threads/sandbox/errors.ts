import type { Dialect } from '../../../sandbox/publishing.js';

const rateLimitSeconds = 2;

interface GraphError {
  code: number;
  subcode?: number;
  message: string;
}

export function graphError(
  status: number,
  error: GraphError,
  headers: Record<string, string> = {},
): Response {
  const { code, subcode, message } = error;
  const body = {
    message,
    type: 'OAuthException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    is_transient: false,
    fbtrace_id: 'sandbox',
  };
  return Response.json({ error: body }, { status, headers });
}

export const expiredToken = (): Response =>
  graphError(400, {
    code: 190,
    subcode: 463,
    message: 'Error validating access token: Session has expired.',
  });
export const revokedToken = (): Response =>
  graphError(400, { code: 190, subcode: 458, message: 'The user has not authorized application.' });
/** Meta's error is not documented. This one is the hardest to tell from a dead token. */
export const youngToken = (): Response =>
  graphError(400, { code: 190, message: 'The access token cannot be refreshed before it is 24 hours old.' });
export const noPermission = (): Response =>
  graphError(400, { code: 10, message: 'Application does not have permission for this action' });
export const noSuchObject = (): Response =>
  graphError(400, { code: 100, subcode: 33, message: 'Unsupported request. Object does not exist.' });
export const invalid = (message: string): Response => graphError(400, { code: 100, message });
export const mediaNotFound = (id: string): Response =>
  graphError(400, {
    code: 24,
    subcode: 4_279_009,
    message: `The media with id ${id} cannot be found.`,
  });
export const couldNotFetch = (message: string): Response =>
  graphError(400, { code: 1, subcode: 2_207_052, message });

export const dialect: Dialect = {
  reject: () => invalid('Invalid parameter: refused by the sandbox.'),
  rateLimit: () =>
    graphError(
      429,
      { code: 4, message: 'Application request limit reached' },
      { 'retry-after': String(rateLimitSeconds) },
    ),
  expiredToken,
  commentsDisabled: () =>
    graphError(400, { code: 10, message: 'You cannot reply to this post: replies are disabled.' }),
  serverError: () =>
    graphError(500, { code: 2, message: 'An unexpected error has occurred. Please retry later.' }),
};
