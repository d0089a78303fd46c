import { retryAfter, type Dialect } from '../../../sandbox/publishing.js';

export function ok(data: object): Response {
  return Response.json({ data, error: { code: 'ok', message: '', log_id: 'sandbox' } });
}

export function fail(
  status: number,
  code: string,
  message = 'Refused by the sandbox.',
  headers: Record<string, string> = {},
): Response {
  return Response.json({ data: {}, error: { code, message, log_id: 'sandbox' } }, { status, headers });
}

export const invalid = (message: string): Response => fail(400, 'invalid_param', message);
export const invalidToken = (): Response =>
  fail(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');

export const dialect: Dialect = {
  reject: () => invalid('The request is refused by the sandbox.'),
  rateLimit: () => fail(429, 'rate_limit_exceeded', 'The API rate limit was exceeded.', retryAfter),
  expiredToken: invalidToken,
  commentsDisabled: () => invalid('There are no comments.'),
  serverError: () => fail(500, 'internal_error', 'Something went wrong.'),
};

/** The responses of the upload URL, which uses neither tokens nor the envelope. */
export const uploadDialect: Dialect = {
  ...dialect,
  reject: () => new Response(null, { status: 400 }),
  rateLimit: () => new Response(null, { status: 429, headers: retryAfter }),
  expiredToken: () => new Response(null, { status: 403 }),
  serverError: () => new Response(null, { status: 500 }),
};

const errorStatus: Readonly<Record<string, number>> = {
  scope_not_authorized: 401,
  scope_permission_missed: 401,
  spam_risk_too_many_posts: 403,
  spam_risk_too_many_pending_share: 403,
  reached_active_user_cap: 403,
  spam_risk_user_banned_from_posting: 403,
  spam_risk_text: 403,
  spam_risk: 403,
  unaudited_client_can_only_post_to_private_accounts: 403,
  url_ownership_unverified: 403,
  app_version_check_failed: 400,
  invalid_params: 400,
};
const failReasons = [
  'file_format_check_failed',
  'duration_check_failed',
  'frame_rate_check_failed',
  'picture_size_check_failed',
  'video_pull_failed',
  'photo_pull_failed',
  'internal',
  'auth_removed',
  'publish_cancelled',
  'spam_risk_too_many_posts',
  'spam_risk_user_banned_from_posting',
  'spam_risk_text',
  'spam_risk',
] as const;

const markOf = (kind: 'error' | 'fail', code: string): string => `${kind}-${code.replaceAll('_', '-')}`;

/** The rejection that a mark requests; null if none does. */
export function markedError(has: (mark: string) => boolean): Response | null {
  const found = Object.entries(errorStatus).find(([code]) => has(markOf('error', code)));
  return found === undefined ? null : fail(found[1], found[0]);
}

/** The failure reason that a mark requests; null if none does. */
export function markedFailure(has: (mark: string) => boolean): string | null {
  return failReasons.find((reason) => has(markOf('fail', reason))) ?? null;
}

/** The marks for errors and failures, each with its effect. */
export const codeMarks: Readonly<Record<string, string>> = {
  ...marksOf('error', Object.keys(errorStatus), 'The post is rejected with the code'),
  ...marksOf('fail', failReasons, 'The post is accepted, and fails afterwards with the reason'),
};

function marksOf(kind: 'error' | 'fail', codes: readonly string[], what: string): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [markOf(kind, code), `${what} ${code}.`]));
}
