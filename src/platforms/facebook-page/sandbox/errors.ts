import { retryAfter, type Dialect } from '../../../sandbox/publishing.js';
import { expiredToken, graphError, type GraphError } from '../../kit/meta/sandbox/errors.js';

export const invalid = (message: string): Response => graphError({ code: 100, message: `(#100) ${message}` });
export const invalidToken = (): Response =>
  graphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' });
export const noPermission = (scope: string): Response =>
  graphError({ code: 200, message: `(#200) Requires ${scope} permission to manage the object` });
export const deadToken = (): Response =>
  graphError({
    code: 190,
    subcode: 460,
    message: 'Error validating access token: The session has been invalidated.',
  });
export const quotaSpent = (): Response =>
  graphError({ code: 9, subcode: 2_207_042, message: 'The Page has published its reels of the day.' });

/** The errors in the documentation, by their code or subcode. */
const documented: Readonly<Record<number, GraphError>> = Object.fromEntries(
  (
    [
      [1, 'An unknown error occurred'],
      [2, 'Service temporarily unavailable'],
      [3, 'Application does not have the capability to make this API call.'],
      [4, 'Application request limit reached'],
      [10, 'Application does not have permission for this action'],
      [17, 'User request limit reached'],
      [32, 'Page request limit reached'],
      [102, 'The login status or access token has expired'],
      [190, 'The access token has expired'],
      [200, 'Permissions error'],
      [341, 'Application limit reached'],
      [352, 'The video file you selected is in a format that is not supported'],
      [368, 'The action attempted has been deemed abusive or is otherwise disallowed'],
      [506, 'Duplicate status message'],
      [613, 'Calls to this api have exceeded the rate limit.'],
      [1_609_005, 'There was a problem scraping data from the provided link.'],
      [80_001, 'There have been too many calls to this Page account.'],
    ] as const
  ).map(([code, message]) => [code, { code, message: `(#${code}) ${message}` }]),
);
const documentedSubcodes: Readonly<Record<number, GraphError>> = Object.fromEntries(
  (
    [
      [190, 458, 'The user has not authorized application.'],
      [190, 463, 'Session has expired.'],
      [190, 492, 'The user has lost the role on the Page.'],
      [9, 2_207_042, 'The Page has reached what it may publish in a day.'],
      [100, 1_366_046, 'Your photos could not be uploaded. They should be smaller than 4 MB and JPG or PNG.'],
      [100, 1_366_051, 'These photos were already posted.'],
      [200, 1_404_078, 'The Page needs Page Publishing Authorization.'],
      [368, 1_346_003, 'The content is not allowed.'],
      [368, 1_404_102, 'The content was flagged by the community standards.'],
      [368, 1_390_008, 'You are doing this too fast.'],
      [368, 4_854_002, 'Confirm your identity to publish as this Page.'],
      [324, 2_069_019, 'Missing or invalid image file'],
    ] as const
  ).map(([code, subcode, message]) => [subcode, { code, subcode, message: `(#${code}) ${message}` }]),
);

const mark = /\[sandbox:graph-error=(\d{1,9})\]/;

/** The error that a mark in this text requests. */
export function markedError(words: string): Response | null {
  const number = Number(mark.exec(words)?.[1] ?? 0);
  const error = documentedSubcodes[number] ?? documented[number];
  return error === undefined ? null : graphError(error);
}

export const dialect: Dialect = {
  reject: () => invalid('Invalid parameter: refused by the sandbox.'),
  rateLimit: () =>
    graphError({
      code: 32,
      message: '(#32) Page request limit reached',
      headers: retryAfter,
    }),
  duplicate: () =>
    graphError({ code: 506, message: '(#506) Duplicate posts cannot be published consecutively.' }),
  expiredToken,
  commentsDisabled: () =>
    graphError({
      code: 200,
      message: '(#200) Comments on this post are turned off; you cannot comment on it.',
    }),
  serverError: () =>
    graphError({ code: 2, message: 'An unexpected error has occurred.', isTransient: true, status: 500 }),
};
