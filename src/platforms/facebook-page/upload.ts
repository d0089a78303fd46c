import type { JsonObject } from '../../domain/json.js';
import { createUploadMeter, uploadInOrder } from '../kit/media-upload.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../kit/platform.js';
import { openPage, type FacebookSession } from './api.js';
import { uploadVideo } from './video-upload.js';
import { isLiving, isOf, readUploads, type FacebookUpload, type VideoUpload } from './media-state.js';
import { isVideo, shapeOf } from './options.js';
import { uploadPhoto } from './photo-upload.js';
import { uploadReel } from './reel-upload.js';
import type { FacebookUploading } from './uploading.js';

/**
 * Uploads photos whole and unpublished. A video has an id before its first byte, and continues at the byte
 * that Facebook has reached.
 */
export async function uploadToFacebook(
  session: FacebookSession,
  publication: Publication,
  state: JsonObject | null,
  run: UploadRun,
): Promise<UploadAnswer> {
  const page = openPage(session);
  const shape = shapeOf(publication);
  const as = isVideo(shape) ? shape : 'photo';
  const meter = createUploadMeter(publication, run);
  const now = session.clock.now();
  const kept = readUploads(state).filter((upload) => isLiving(upload, now) && upload.as === as);
  return uploadInOrder({ media: publication.media, kept, isOf, state, run }, async (media, earlier, save) => {
    const uploading = { page, meter, signal: run.signal, save };
    const upload = await uploadOne(uploading, media, as, earlier);
    meter.reached(media, media.sizeBytes);
    return upload;
  });
}

function uploadOne(
  uploading: FacebookUploading,
  media: PublicationMedia,
  as: FacebookUpload['as'],
  earlier: FacebookUpload | undefined,
): Promise<FacebookUpload> {
  if (as === 'photo') return uploadPhoto(uploading, media, earlier);
  const video = earlier as VideoUpload | undefined;
  return as === 'film' ? uploadVideo(uploading, media, video) : uploadReel(uploading, media, as, video);
}
