import type { Dialect } from '../../../sandbox/publishing.js';

const rateLimitSeconds = 2;

interface GraphError {
  code: number;
  subcode?: number;
  message: string;
  status?: number;
  isTransient?: boolean;
}

export function graphError(
  { code, subcode, message, status = 400, isTransient = false }: GraphError,
  headers: Record<string, string> = {},
): Response {
  const body = {
    message,
    type: 'OAuthException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    is_transient: isTransient,
    fbtrace_id: 'sandbox',
  };
  return Response.json({ error: body }, { status, headers });
}

export const invalid = (message: string): Response => graphError({ code: 100, message });
export const expiredToken = (): Response =>
  graphError({ code: 190, subcode: 463, message: 'Error validating access token: Session has expired.' });
export const revokedToken = (): Response =>
  graphError({ code: 190, subcode: 458, message: 'The user has not authorized application.' });
/** Meta's error is not documented. This one is the hardest to tell from a dead token. */
export const youngToken = (): Response =>
  graphError({ code: 190, message: 'The access token cannot be refreshed before it is 24 hours old.' });
export const noPermission = (): Response =>
  graphError({ code: 10, message: '(#10) Application does not have permission for this action' });
export const noToken = (): Response =>
  graphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token.' });
export const noSuchObject = (id: string): Response =>
  graphError({
    code: 100,
    subcode: 33,
    message: `Unsupported request. Object with ID '${id}' does not exist or cannot be loaded.`,
  });
export const mediaBuilderMissing = (): Response =>
  graphError({
    code: 24,
    subcode: 2_207_008,
    message: 'The media builder with this creation id does not exist.',
  });
export const couldNotFetch = (): Response =>
  graphError({ code: 9_004, subcode: 2_207_052, message: 'The media could not be fetched from this URI.' });
export const notReady = (): Response =>
  graphError({
    code: 9_007,
    subcode: 2_207_027,
    message: 'The media is not ready for publishing, please wait.',
  });
export const expiredContainer = (): Response =>
  graphError({ code: -2, subcode: 2_207_020, message: 'The media you are trying to access has expired.' });
export const quotaReached = (): Response =>
  graphError({
    code: 9,
    subcode: 2_207_042,
    status: 403,
    message:
      'You reached the maximum number of posts that is allowed to be published by Content Publishing API.',
  });
export const actionBlocked = (): Response =>
  graphError({
    code: 4,
    subcode: 2_207_051,
    message: 'We restrict certain activity to protect our community.',
  });

export const dialect: Dialect = {
  reject: () => invalid('Invalid parameter: refused by the sandbox.'),
  rateLimit: () =>
    graphError(
      { code: 4, status: 429, message: 'Application request limit reached' },
      { 'retry-after': String(rateLimitSeconds) },
    ),
  expiredToken,
  commentsDisabled: () => invalid('Comments are disabled for this media.'),
  serverError: () =>
    graphError({ code: 2, status: 500, message: 'An unexpected error has occurred. Please retry later.' }),
};
