import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { Publication } from '../kit/platform.js';
import { uploadsReader } from '../kit/media-upload.js';
import { idSchema } from './api.js';

/** A video at Pinterest. */
const uploadSchema = z.object({
  sha256: z.string(),
  mediaId: idSchema,
  registeredAt: z.iso.datetime(),
  /** Whether all bytes of the video have arrived, as far as we know. */
  isUploaded: z.boolean(),
});
export type VideoUpload = z.infer<typeof uploadSchema>;

const uploadsOf = uploadsReader(uploadSchema);

/** How long a video without a pin is used. Pinterest does not document how long it keeps one. */
const videoLifeMs = 12 * 60 * 60 * 1000;

/** The uploads of earlier attempts that can still be used. */
export function readUploads(state: JsonObject | null, now: Date): VideoUpload[] {
  return uploadsOf(state).filter(
    ({ registeredAt }) => now.getTime() - Date.parse(registeredAt) < videoLifeMs,
  );
}

/** The upload of this publication's video, if Pinterest has all of it. */
export function completeUpload(
  { media: [video] }: Publication,
  state: JsonObject | null,
  now: Date,
): VideoUpload | null {
  const [upload] = readUploads(state, now);
  return upload?.isUploaded === true && upload.sha256 === video?.sha256 ? upload : null;
}

/** Whether a pin is a video, which must be uploaded before. Images are sent with the pin. */
export function isVideo({ mediaClasses }: Pick<Publication, 'mediaClasses'>): boolean {
  return mediaClasses.includes('video');
}
