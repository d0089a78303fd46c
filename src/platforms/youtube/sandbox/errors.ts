import { retryAfter, type Dialect } from '../../../sandbox/publishing.js';

/** An error in the words of Google's APIs. */
export function googleError(
  code: number,
  reason: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const error = { code, message, errors: [{ message, domain: 'youtube', reason }] };
  return Response.json({ error }, { status: code, headers });
}

export const unauthorized = (): Response => {
  const message = 'Request had invalid authentication credentials.';
  const detail = { message: 'Invalid Credentials', domain: 'global', reason: 'authError' };
  const error = { code: 401, message, errors: [detail], status: 'UNAUTHENTICATED' };
  return Response.json({ error }, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
};

export const insufficientScopes = (): Response => {
  const message = 'Request had insufficient authentication scopes.';
  const detail = { message: 'Insufficient Permission', domain: 'global', reason: 'insufficientPermissions' };
  const error = { code: 403, message, errors: [detail], status: 'PERMISSION_DENIED' };
  return Response.json({ error }, { status: 403 });
};

export const signupRequired = (): Response => googleError(401, 'youtubeSignupRequired', 'Unauthorized');

export const invalid = (reason: string, message: string): Response => googleError(400, reason, message);
export const badRequest = (message: string): Response => invalid('badRequest', message);
export const notFound = (reason: string, what: string): Response =>
  googleError(404, reason, `The ${what} cannot be found.`);
/** The quota of uploads has the status and reason of a rate limit. */
export const uploadsSpent = (): Response =>
  googleError(
    429,
    'rateLimitExceeded',
    "Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service " +
      "'youtube.googleapis.com' for consumer 'project_number:1'.",
  );

export const dialect: Dialect = {
  reject: () => invalid('invalidVideoMetadata', 'The request metadata is invalid: refused by the sandbox.'),
  rateLimit: () => googleError(429, 'rateLimitExceeded', 'Too many requests.', retryAfter),
  expiredToken: unauthorized,
  commentsDisabled: () =>
    googleError(
      403,
      'commentsDisabled',
      'The video identified by the videoId parameter has disabled comments.',
    ),
  serverError: () => googleError(503, 'backendError', 'Backend Error'),
};
