import type { Call } from '../../../sandbox/call.js';
import type { GraphError } from '../../kit/meta/sandbox/errors.js';

/**
 * The step at which an error occurs: when a container is created, in the status of a video's container, or when it is
 * published.
 */
type Stage = 'CONTAINER' | 'STATUS' | 'PUBLISH';

interface DocumentedError extends GraphError {
  at: Stage;
}

const usage = JSON.stringify({
  17841400000000001: [{ type: 'instagram', call_count: 100, estimated_time_to_regain_access: 3 }],
});

const at =
  (stage: Stage) =>
  (code: number, subcode: number, message: string): DocumentedError => ({
    at: stage,
    code,
    subcode,
    message,
  });
const onContainer = at('CONTAINER');
const onStatus = at('STATUS');
const deadToken = (subcode: number, message: string): DocumentedError =>
  at('PUBLISH')(190, subcode, `Error validating access token: ${message}`);
const onPublish = (code: number, message: string, more: Partial<DocumentedError> = {}): DocumentedError => ({
  at: 'PUBLISH',
  code,
  message,
  ...more,
});

/** The errors of the Error Codes page, and of the Graph API. */
const errors: readonly DocumentedError[] = [
  deadToken(458, 'The user has not authorized application.'),
  deadToken(459, 'The user is in a blocked, logged-in checkpoint.'),
  deadToken(460, 'The session has been invalidated because the user changed the password.'),
  deadToken(463, 'Session has expired.'),
  deadToken(464, 'The user is not a confirmed user.'),
  deadToken(467, 'The session is invalid.'),
  deadToken(492, 'The user has no role on the Page any more.'),
  onPublish(102, 'Session key invalid or no longer valid.'),
  onPublish(3, 'Application does not have the capability to make this API call.'),
  onPublish(10, 'Application does not have permission for this action.', { status: 403 }),
  onPublish(200, 'Permissions error.', { status: 403 }),
  onPublish(299, 'Permissions error.', { status: 403 }),
  onPublish(4, 'Application request limit reached.'),
  onPublish(17, 'User request limit reached.'),
  onPublish(32, 'Page request limit reached.'),
  onPublish(613, 'Calls to this api have exceeded the rate limit.'),
  onPublish(80_002, 'There have been too many calls to this Instagram account.', {
    headers: { 'x-business-use-case-usage': usage },
  }),
  onPublish(368, 'The action attempted has been deemed abusive or is otherwise disallowed.'),
  onPublish(1, 'An unknown error occurred.', { status: 500 }),
  onPublish(2, 'Service temporarily unavailable.', { status: 503, isTransient: true }),
  onPublish(-1, 'Instagram server error. Try again.', { subcode: 2_207_001 }),
  onPublish(9, 'You reached the maximum number of posts.', { subcode: 2_207_042, status: 403 }),
  onPublish(-2, 'The media you are trying to access has expired.', { subcode: 2_207_020 }),
  onPublish(24, 'The media builder does not exist.', { subcode: 2_207_008 }),
  onPublish(24, 'The media with this id cannot be found.', { subcode: 2_207_006 }),
  onPublish(9_007, 'The media is not ready for publishing.', { subcode: 2_207_027 }),
  onPublish(4, 'We restrict certain activity to protect our community.', { subcode: 2_207_051 }),
  onPublish(25, 'The Instagram account is restricted.', { subcode: 2_207_050, status: 403 }),
  onContainer(-1, 2_207_032, 'Create media fail, please try to re-create media.'),
  onContainer(-2, 2_207_003, 'It takes too long to download the media.'),
  onContainer(9_004, 2_207_052, 'The media could not be fetched from this URI.'),
  onContainer(36_000, 2_207_004, 'The image is too large to download.'),
  onContainer(36_001, 2_207_005, 'The image format is not supported.'),
  onContainer(36_003, 2_207_009, 'The submitted image has an invalid aspect ratio.'),
  onContainer(1, 2_207_057, 'Thumbnail offset must be less than the duration of the video.'),
  onContainer(100, 2_207_023, 'The media type is unknown.'),
  onContainer(100, 2_207_028, 'Your post will not work as a carousel. It needs at least 2 photos or videos.'),
  onContainer(36_004, 2_207_010, 'The submitted image with caption is too long.'),
  onContainer(100, 2_207_040, 'Cannot use more than 20 tags per created media.'),
  onContainer(100, 2_207_035, 'Product tag positions are not for video media.'),
  onContainer(100, 2_207_036, 'Product tag positions are required for photo media.'),
  onContainer(100, 2_207_037, 'Not all product tags could be added.'),
  onContainer(100, 2_207_081, 'This account cannot publish trial reels.'),
  onStatus(352, 2_207_026, 'The video format is not supported.'),
  onStatus(-1, 2_207_053, 'Unknown upload error.'),
  onStatus(-1, 2_207_077, 'The video could not be downloaded.'),
  onStatus(-1, 2_207_082, 'The upload has failed.'),
];

export const expiredSubcode = 2_207_020;
const mark = /\[sandbox:graph-error=(\d+)\]/;

/** The error that a mark requests at that stage, unless it has already occurred. */
export function askedError({ store, token }: Call, text: string, at: Stage): DocumentedError | null {
  const asked = mark.exec(text)?.[1];
  const error = errors.find(({ code, subcode }) => String(subcode ?? code) === asked);
  if (error?.at !== at) return null;
  return store.isFirst(`graph-error INSTAGRAM ${token.accountId} ${text}`) ? error : null;
}
