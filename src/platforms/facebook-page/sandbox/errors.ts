import { retryAfter, type Dialect } from '../../../sandbox/publishing.js';
import { expiredToken, graphError } from '../../kit/meta/sandbox/errors.js';

export const invalid = (message: string): Response => graphError({ code: 100, message: `(#100) ${message}` });
export const invalidToken = (): Response =>
  graphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' });
export const wrongProof = (): Response =>
  graphError({
    code: 100,
    type: 'GraphMethodException',
    message: 'Invalid appsecret_proof provided in the API argument',
  });
export const noPermission = (scope: string): Response =>
  graphError({ code: 200, message: `(#200) Requires ${scope} permission to manage the object` });
/** The message is ours, because Meta documents only the rule. */
export const madeElsewhere = (): Response =>
  graphError({ code: 200, message: '(#200) The post was not created by this app.' });
export const deadToken = (): Response =>
  graphError({
    code: 190,
    subcode: 460,
    message: 'Error validating access token: The session has been invalidated.',
  });
export const quotaSpent = (): Response =>
  graphError({ code: 9, subcode: 2_207_042, message: 'The Page has published its reels of the day.' });

/** The documented errors: the code, the subcode if there is one, and the message. */
const documented: readonly (readonly [number, number | null, string])[] = [
  [1, null, 'An unknown error occurred'],
  [2, null, 'Service temporarily unavailable'],
  [3, null, 'Application does not have the capability to make this API call.'],
  [4, null, 'Application request limit reached'],
  [10, null, 'Application does not have permission for this action'],
  [17, null, 'User request limit reached'],
  [32, null, 'Page request limit reached'],
  [102, null, 'The login status or access token has expired'],
  [190, null, 'The access token has expired'],
  [200, null, 'Permissions error'],
  [341, null, 'Application limit reached'],
  [352, null, 'The video file you selected is in a format that is not supported'],
  [368, null, 'The action attempted has been deemed abusive or is otherwise disallowed'],
  [506, null, 'Duplicate status message'],
  [613, null, 'Calls to this api have exceeded the rate limit.'],
  [1_609_005, null, 'There was a problem scraping data from the provided link.'],
  [80_001, null, 'There have been too many calls to this Page account.'],
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
  [368, 1_404_112, 'Your account has been limited.'],
  [368, 1_404_006, 'The account must complete a security check.'],
  [2, 1_363_047, 'The service is temporarily unavailable.'],
  [100, 1_609_010, 'The service is temporarily unavailable.'],
  [6000, 1_363_045, 'The video file you selected is in a format that we don’t support.'],
  [324, 2_069_019, 'Missing or invalid image file'],
];

const mark = /\[sandbox:graph-error=(\d{1,9})\]/;

/** The error that a mark in this text requests, by its subcode or code. */
export function markedError(text: string): Response | null {
  const number = Number(mark.exec(text)?.[1] ?? 0);
  const found = documented.find(([code, subcode]) => (subcode ?? code) === number);
  if (found === undefined) return null;
  const [code, subcode, message] = found;
  return graphError({ code, ...(subcode !== null && { subcode }), message: `(#${code}) ${message}` });
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
