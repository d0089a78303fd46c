import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { Publication, PublicationMedia } from '../kit/platform.js';

/** An unpublished photo. */
const photoSchema = z.object({
  as: z.literal('photo'),
  sha256: z.string(),
  /** A photo's description cannot be changed, so another one makes another photo. */
  altText: z.string().nullable(),
  photoId: z.string().min(1),
  startedAt: z.iso.datetime(),
});
export type PhotoUpload = z.infer<typeof photoSchema>;

/** A video that is not public yet. */
const videoSchema = z.object({
  as: z.enum(['film', 'reel', 'video-story']),
  sha256: z.string(),
  videoId: z.string().min(1),
  /** Of a video: what its chunks go under. */
  sessionId: z.string().nullable(),
  /** Of reels and stories: where the bytes go. */
  uploadUrl: z.string().nullable(),
  /** What Facebook has confirmed; of a video also how far the next chunk may reach. */
  sentBytes: z.number().int().min(0),
  chunkEndByte: z.number().int().min(0),
  isComplete: z.boolean(),
  startedAt: z.iso.datetime(),
});
export type VideoUpload = z.infer<typeof videoSchema>;

const uploadSchema = z.discriminatedUnion('as', [photoSchema, videoSchema]);
export type FacebookUpload = PhotoUpload | VideoUpload;

const stateSchema = z.object({ media: z.array(uploadSchema).optional() });

/** Unpublished photos live for about a day. Of video sessions nothing is documented: they get no more. */
const lifeMs = 22 * 60 * 60 * 1000;

export function readUploads(state: JsonObject | null): FacebookUpload[] {
  return stateSchema.safeParse(state ?? {}).data?.media ?? [];
}

export function isLiving({ startedAt }: FacebookUpload, now: Date): boolean {
  return now.getTime() - Date.parse(startedAt) < lifeMs;
}

/** Whether an upload is of that medium, for a publication of that shape. */
export function isOf(upload: FacebookUpload, media: PublicationMedia, as: FacebookUpload['as']): boolean {
  if (upload.as !== as || upload.sha256 !== media.sha256) return false;
  return upload.as !== 'photo' || upload.altText === media.altText;
}

export function isDone(upload: FacebookUpload): boolean {
  return upload.as === 'photo' || upload.isComplete;
}

/** The uploads of exactly these media in this order; null where one of them is missing. */
export function completeUploads(
  { media }: Publication,
  as: FacebookUpload['as'],
  state: JsonObject | null,
  now: Date,
): FacebookUpload[] | null {
  const uploads = readUploads(state);
  const isWhole = media.every((item, index) => {
    const upload = uploads[index];
    return upload !== undefined && isOf(upload, item, as) && isDone(upload) && isLiving(upload, now);
  });
  return isWhole && uploads.length === media.length ? uploads : null;
}

/** Of what is public, or about to be: the video that it is; null where the state that knew it is lost. */
export function videoOf(state: JsonObject | null): VideoUpload | null {
  const [upload] = readUploads(state);
  return upload === undefined || upload.as === 'photo' ? null : upload;
}

export function photosOf(state: JsonObject | null): PhotoUpload[] {
  return readUploads(state).filter((upload) => upload.as === 'photo');
}
