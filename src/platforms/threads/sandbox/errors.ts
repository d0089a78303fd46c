import type { Dialect } from '../../../sandbox/publishing.js';
import { graphError, metaDialect } from '../../kit/meta/sandbox/errors.js';

export const noPermission = (): Response =>
  graphError({ code: 10, message: 'Application does not have permission for this action' });
export const noSuchObject = (): Response =>
  graphError({ code: 100, subcode: 33, message: 'Unsupported request. Object does not exist.' });
export const mediaNotFound = (id: string): Response =>
  graphError({ code: 24, subcode: 4_279_009, message: `The media with id ${id} cannot be found.` });
export const couldNotFetch = (message: string): Response =>
  graphError({ code: 1, subcode: 2_207_052, message });
export const notReady = (): Response =>
  graphError({ code: 9007, subcode: 2_207_027, message: 'The media is not ready to be published.' });
export const quotaReached = (): Response =>
  graphError({
    code: 9,
    subcode: 2_207_042,
    status: 403,
    message: 'You reached the maximum number of posts.',
  });

export const dialect: Dialect = {
  ...metaDialect,
  commentsDisabled: () =>
    graphError({ code: 10, message: 'You cannot reply to this post: replies are disabled.' }),
};
