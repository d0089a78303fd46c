import { retryAfter, type Dialect } from '../../../../sandbox/publishing.js';

export interface GraphError {
  code: number;
  subcode?: number;
  message: string;
  type?: string;
  isTransient?: boolean;
  data?: object;
  status?: number;
  headers?: Record<string, string>;
}

export function graphError(error: GraphError): Response {
  const {
    code,
    subcode,
    message,
    data,
    type = 'OAuthException',
    isTransient = false,
    status = 400,
    headers = {},
  } = error;
  const body = {
    message,
    type,
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    ...(data === undefined ? {} : { error_data: data }),
    is_transient: isTransient,
    fbtrace_id: 'sandbox',
  };
  return Response.json({ error: body }, { status, headers });
}

export const invalid = (message: string): Response => graphError({ code: 100, message });
export const expiredToken = (): Response =>
  graphError({ code: 190, subcode: 463, message: 'Error validating access token: Session has expired.' });
export const wrongToken = (): Response => graphError({ code: 452, message: 'Session key invalid.' });
export const wrongSecret = (): Response =>
  graphError({ code: 1, message: 'Error validating client secret.' });
export const noSuchObject = (id: string): Response =>
  graphError({
    code: 100,
    subcode: 33,
    message: `Unsupported request. Object with ID '${id}' does not exist or cannot be loaded.`,
  });
export const expiredContainer = (): Response =>
  graphError({ code: -2, subcode: 2_207_020, message: 'The media you are trying to access has expired.' });

/** The errors of a token that cannot be refreshed. */
export const refreshFaults = {
  expired: expiredToken,
  revoked: () => graphError({ code: 190, subcode: 458, message: 'The user has not authorized application.' }),
  'short-lived': wrongToken,
  // Meta's error is not documented. This error is the hardest to distinguish from a dead token.
  'too-young': () =>
    graphError({ code: 190, message: 'The access token cannot be refreshed before it is 24 hours old.' }),
};

/** The rejections of Instagram and Threads. */
export const metaDialect = {
  reject: () => invalid('Invalid parameter: refused by the sandbox.'),
  rateLimit: () =>
    graphError({
      code: 4,
      status: 429,
      message: 'Application request limit reached',
      headers: retryAfter,
    }),
  expiredToken,
  serverError: () =>
    graphError({ code: 2, status: 500, message: 'An unexpected error has occurred. Please retry later.' }),
} satisfies Partial<Dialect>;
