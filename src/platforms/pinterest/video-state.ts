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
  /** Whether all of its bytes are there, as far as we know. */
  isUploaded: z.boolean(),
});
export type VideoUpload = z.infer<typeof uploadSchema>;

const uploadsOf = uploadsReader(uploadSchema);

/** How long Pinterest keeps a video without a pin is not documented. */
const videoLifeMs = 12 * 60 * 60 * 1000;

/** The upload of earlier attempts, if it can still be used. */
export function readUploads(state: JsonObject | null, now: Date): VideoUpload[] {
  return uploadsOf(state).filter(
    ({ registeredAt }) => now.getTime() - Date.parse(registeredAt) < videoLifeMs,
  );
}

/** The video of this publication, if Pinterest has it. */
export function completeUpload(
  { media: [video] }: Publication,
  state: JsonObject | null,
  now: Date,
): VideoUpload | null {
  const [upload] = readUploads(state, now);
  return upload?.isUploaded === true && upload.sha256 === video?.sha256 ? upload : null;
}

/** Images are sent with the pin; a video must be uploaded before. */
export function isVideo({ mediaClasses }: Pick<Publication, 'mediaClasses'>): boolean {
  return mediaClasses.includes('video');
}
