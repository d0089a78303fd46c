import { retryAfter, type Dialect } from '../../../sandbox/publishing.js';

/** An error in LinkedIn's format. */
export function refusal(
  status: number,
  code: string,
  message: string,
  { headers = {}, ...more }: { headers?: Record<string, string>; [field: string]: unknown } = {},
): Response {
  return Response.json({ status, code, message, ...more }, { status, headers });
}

export const invalid = (message: string): Response => refusal(400, 'INVALID_PARAMETER', message);
export const notFound = (message: string): Response => refusal(404, 'RESOURCE_NOT_FOUND', message);
export const denied = (what: string): Response =>
  refusal(403, 'ACCESS_DENIED', `Not enough permissions to access: ${what}`, { serviceErrorCode: 100 });
/** A refusal that has been seen to pass by itself. */
export const forbidden = (): Response => refusal(403, 'ACCESS_DENIED', 'The resource is forbidden');
export const expiredToken = (): Response =>
  refusal(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', {
    serviceErrorCode: 65_601,
  });
export const revokedToken = (): Response =>
  refusal(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user', {
    serviceErrorCode: 65_602,
  });
export const dayLimit = (): Response =>
  refusal(429, 'TOO_MANY_REQUESTS', 'Resource level throttle MEMBER DAY limit for calls is reached.', {
    serviceErrorCode: 101,
  });

/** The rejection of a repeat, with the URN of the first post. */
export const duplicateOf = (urn: string): Response =>
  refusal(
    422,
    'UNPROCESSABLE_ENTITY',
    `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${urn}`,
    {
      errorDetailType: 'com.linkedin.common.error.BadRequest',
      errorDetails: {
        inputErrors: [{ description: 'Duplicate post is detected', input: {}, code: 'DUPLICATE_POST' }],
      },
    },
  );

export const dialect: Dialect = {
  reject: () => invalid('The sandbox was asked to refuse this.'),
  rateLimit: () =>
    refusal(429, 'TOO_MANY_REQUESTS', 'Throttle limit for calls to this resource is reached.', {
      serviceErrorCode: 101,
      headers: retryAfter,
    }),
  expiredToken,
  commentsDisabled: () => refusal(403, 'ACCESS_DENIED', 'Comments are disabled on this thread.'),
  serverError: () => refusal(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error'),
};
