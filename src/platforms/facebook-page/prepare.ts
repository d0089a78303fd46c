import type { JsonObject } from '../../domain/json.js';
import { mediaRejected, notUploaded } from '../kit/media-upload.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { PrepareAnswer, Publication, ReadinessAnswer } from '../kit/platform.js';
import { openPage, type FacebookSession } from './api.js';
import { completeUploads, videoOf } from './media-state.js';
import { isVideo, shapeOf } from './options.js';
import { readVideo } from './video-status.js';

export const noMedia: PlatformFailure = {
  kind: 'prepare-again',
  message: 'The prepared state does not have the media of the post.',
};

/** Checks that the media are uploaded. Facebook has no other object before the post. */
export function prepareFacebook(
  now: Date,
  publication: Publication,
  state: JsonObject | null,
): PrepareAnswer {
  if (publication.media.length === 0) return { kind: 'prepared', state: {} };
  const shape = shapeOf(publication);
  const uploads = completeUploads(publication, isVideo(shape) ? shape : 'photo', state, now);
  return uploads === null ? notUploaded : { kind: 'prepared', state: { media: uploads } };
}

/** Checks whether a video is complete and without errors. Photos are ready once they are uploaded. */
export async function checkFacebook(
  session: FacebookSession,
  publication: Publication,
  state: JsonObject,
): Promise<ReadinessAnswer> {
  const shape = shapeOf(publication);
  if (!isVideo(shape)) return { kind: 'ready' };
  const upload = videoOf(state);
  if (upload === null) return noMedia;
  const video = await readVideo(openPage(session), upload.videoId);
  if (video.kind === 'missing') {
    // It is not documented that a chunked video can be read before its upload is finished.
    return shape === 'film' ? { kind: 'ready' } : { ...notUploaded, message: video.message };
  }
  if (video.isExpired) return { ...notUploaded, message: video.message };
  if (video.failedIn !== null) return mediaRejected(video.message);
  // The video is public or about to be, so an earlier call did take effect.
  if (video.isPublished || video.isPublishing) return { kind: 'used-up', message: video.message };
  const isWorkedOn = video.isProcessing || (shape !== 'film' && !video.isUploaded);
  return isWorkedOn ? { kind: 'pending', checkAfterMs: null } : { kind: 'ready' };
}
