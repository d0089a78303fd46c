import type { JsonObject } from '../../domain/json.js';
import { createUploadMeter, mediaFailure, withMedia } from '../kit/media-upload.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { openPage, type FacebookContext } from './api.js';
import { uploadVideo } from './video-upload.js';
import { isLiving, isOf, readUploads, type FacebookUpload, type VideoUpload } from './media-state.js';
import { isVideo, shapeOf } from './options.js';
import { uploadPhoto } from './photo-upload.js';
import { uploadReel } from './reel-upload.js';
import type { FacebookUploading, UploadStep } from './uploading.js';

/**
 * Uploads photos whole and unpublished. Videos have an id before their first byte, and continue at the byte that
 * Facebook has reached.
 */
export async function uploadToFacebook(
  context: FacebookContext,
  session: PlatformSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const opened = openPage(context, session);
  if ('failure' in opened) return opened.failure;
  const shape = shapeOf(publication);
  const as = isVideo(shape) ? shape : 'photo';
  const meter = createUploadMeter(publication, run);
  const now = context.clock.now();
  const kept = readUploads(state).filter((upload) => isLiving(upload, now));
  const found = publication.media.map((media) => take(kept, media, as));
  const done: FacebookUpload[] = [];
  const saved = (...more: FacebookUpload[]): JsonObject => withMedia(state, [...done, ...more]);
  for (const [index, media] of publication.media.entries()) {
    const later = found.slice(index + 1).filter((upload) => upload !== undefined);
    const save = (upload: FacebookUpload): Promise<void> => run.save(saved(upload, ...later));
    const uploading = { page: opened.page, meter, signal: run.signal, save };
    const ended = await uploadOne(uploading, media, as, found[index]);
    if ('failure' in ended) {
      // Facebook has forgotten it, or cannot continue it: the next attempt starts again.
      if (ended.failure.kind === 'upload-again') await run.save(saved(...later));
      return mediaFailure(ended.failure);
    }
    done.push(ended.upload);
    meter.reached(media, media.sizeBytes);
  }
  return { kind: 'uploaded', state: saved() };
}

/** Each entry is used once, so the same image can occur twice. */
function take(
  kept: FacebookUpload[],
  media: PublicationMedia,
  as: FacebookUpload['as'],
): FacebookUpload | undefined {
  const index = kept.findIndex((upload) => isOf(upload, media, as));
  return index === -1 ? undefined : kept.splice(index, 1)[0];
}

function uploadOne(
  uploading: FacebookUploading,
  media: PublicationMedia,
  as: FacebookUpload['as'],
  earlier: FacebookUpload | undefined,
): Promise<UploadStep> {
  if (as === 'photo') return uploadPhoto(uploading, media, earlier);
  const video = earlier as VideoUpload | undefined;
  return as === 'film' ? uploadVideo(uploading, media, video) : uploadReel(uploading, media, as, video);
}
