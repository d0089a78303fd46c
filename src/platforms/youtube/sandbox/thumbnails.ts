import { readMarks } from '../../../sandbox/marks.js';
import { TooManyBytesError } from '../../../sandbox/media-files.js';
import { bodyOf, keepMedia } from '../../../sandbox/uploads.js';
import type { YouTubeCall } from './call.js';
import { badRequest, googleError, invalid, notFound } from './errors.js';
import { videoOf } from './videos.js';

const bytesMax = 2 * 1024 * 1024;

/** An image as the whole body. A second one replaces the first. */
export async function setThumbnail({ c, parts, token, query }: YouTubeCall): Promise<Response> {
  const { store, uploads } = parts;
  const { videoId = '', uploadType = 'media' } = query;
  const post = store.find('YOUTUBE', videoId);
  if (post === undefined || videoOf(post) === undefined) return notFound('videoNotFound', 'video');
  if (uploadType !== 'media') return badRequest('Unsupported uploadType.');
  if (post.accountId !== token.accountId || readMarks(post.text).has('no-thumbnails')) {
    const message =
      'The authenticated user doesnt have permissions to upload and set custom video thumbnails.';
    return googleError(403, 'forbidden', message);
  }
  if (!/^(image\/(jpeg|png)|application\/octet-stream)/.test(c.req.header('content-type') ?? '')) {
    return badRequest('Media type is not supported.');
  }
  const owner = { id: `yt-thumbnail-${videoId}`, platform: 'YOUTUBE', accountId: token.accountId };
  try {
    const received = await uploads.files.receive(
      owner.id,
      bodyOf(uploads, 'YOUTUBE', c.env.incoming),
      bytesMax,
    );
    const media = keepMedia(uploads, owner, received);
    if (media?.kind !== 'IMAGE') return invalid('invalidImage', 'The provided image content is invalid.');
    store.update({ ...post, coverId: media.id });
    return Response.json({ kind: 'youtube#thumbnailSetResponse', items: [{}] });
  } catch (error) {
    if (!(error instanceof TooManyBytesError)) throw error;
    return invalid('mediaBodyTooLarge', 'The image is too large.');
  }
}
