import { readMarks } from '../../../sandbox/marks.js';
import { ifTooLarge } from '../../../sandbox/media-files.js';
import { bodyOf, receiveMedia } from '../../../sandbox/uploads.js';
import { badRequest, googleError, invalid, notFound } from './errors.js';
import { videoOf, type YouTubeCall } from './videos.js';

/** The discovery document of 2026-11-04 contains this limit. */
const bytesMax = 52_428_800;

/** Sets the image that is the whole body as the thumbnail. A later image replaces an earlier one. */
export async function setThumbnail(call: YouTubeCall): Promise<Response> {
  const { c, store, token, query } = call;
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
  const owner = { id: `yt-thumbnail-${videoId}`, accountId: token.accountId };
  const media = await receiveMedia(call, owner, bodyOf(call, c), bytesMax).catch(ifTooLarge('too large'));
  if (media === 'too large') return invalid('mediaBodyTooLarge', 'The image is too large.');
  if (media?.kind !== 'IMAGE') return invalid('invalidImage', 'The provided image content is invalid.');
  store.update({ ...post, coverId: media.id });
  return Response.json({ kind: 'youtube#thumbnailSetResponse', items: [{}] });
}
