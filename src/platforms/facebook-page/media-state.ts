import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { Publication, PublicationMedia } from '../kit/platform.js';
import { uploadsReader } from '../kit/media-upload.js';

/** An unpublished photo. */
const photoSchema = z.object({
  as: z.literal('photo'),
  sha256: z.string(),
  /** A photo's alt text cannot be changed, so a new alt text needs a new photo. */
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
  /** The upload session of the chunks of a video. Null for reels and stories. */
  sessionId: z.string().nullable(),
  /** The upload URL of a reel or story. Null for videos. */
  uploadUrl: z.string().nullable(),
  /** The bytes that Facebook has confirmed, and for videos in chunks where the next chunk may end. */
  sentBytes: z.number().int().min(0),
  chunkEndByte: z.number().int().min(0),
  /** How often Facebook has refused the next chunk with an error that passes. */
  chunkRefusals: z.number().int().min(0).default(0),
  isComplete: z.boolean(),
  startedAt: z.iso.datetime(),
});
export type VideoUpload = z.infer<typeof videoSchema>;

const uploadSchema = z.discriminatedUnion('as', [photoSchema, videoSchema]);
export type FacebookUpload = PhotoUpload | VideoUpload;

/** Unpublished photos last about a day. The lifetime of video sessions is not documented, so we assume the same. */
const lifeMs = 22 * 60 * 60 * 1000;

export const readUploads = uploadsReader(uploadSchema);

export function isLiving({ startedAt }: FacebookUpload, now: Date): boolean {
  return now.getTime() - Date.parse(startedAt) < lifeMs;
}

/** Whether an upload belongs to that file and, for a photo, has its alt text. */
export function isOf(upload: FacebookUpload, media: PublicationMedia): boolean {
  if (upload.sha256 !== media.sha256) return false;
  return upload.as !== 'photo' || upload.altText === media.altText;
}

export function isDone(upload: FacebookUpload): boolean {
  return upload.as === 'photo' || upload.isComplete;
}

/** The uploads of exactly these media in this order. Null if one of the uploads is missing. */
export function completeUploads(
  { media }: Publication,
  as: FacebookUpload['as'],
  state: JsonObject | null,
  now: Date,
): FacebookUpload[] | null {
  const uploads = readUploads(state);
  const isWhole = media.every((item, index) => {
    const upload = uploads[index];
    if (upload?.as !== as) return false;
    return isOf(upload, item) && isDone(upload) && isLiving(upload, now);
  });
  return isWhole && uploads.length === media.length ? uploads : null;
}

/** The video of a publication, which is or will be public. Null if the state with its id is lost. */
export function videoOf(state: JsonObject | null): VideoUpload | null {
  const [upload] = readUploads(state);
  return upload === undefined || upload.as === 'photo' ? null : upload;
}

export function photosOf(state: JsonObject | null): PhotoUpload[] {
  return readUploads(state).filter((upload) => upload.as === 'photo');
}
