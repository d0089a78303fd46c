import type { Dialect } from '../../../sandbox/publishing.js';
import { graphError, invalid, metaDialect } from '../../kit/meta/sandbox/errors.js';

export const noPermission = (): Response =>
  graphError({ code: 10, message: '(#10) Application does not have permission for this action' });
export const noToken = (): Response =>
  graphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token.' });
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
  ...metaDialect,
  commentsDisabled: () => invalid('Comments are disabled for this media.'),
};
