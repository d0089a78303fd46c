import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { Publication } from '../kit/platform.js';
import { uploadsReader } from '../kit/media-upload.js';

/** An image or video that was uploaded to X. */
const uploadSchema = z.object({
  sha256: z.string(),
  mediaId: z.string().regex(/^\d+$/),
  /** The media key, which X lists with the post, so that a look-up recognizes our media by it. */
  mediaKey: z.string().nullable(),
  /** X deletes media that are not posted before this time. */
  expiresAt: z.iso.datetime(),
  /** The bytes of the whole segments that X has confirmed. */
  sentBytes: z.number().int().min(0),
  finalized: z.boolean(),
  /** Whether X said that it must process the media. */
  processing: z.boolean(),
  /** The alt text that X has stored; null if it has none. */
  altText: z.string().nullable(),
});
export type XUpload = z.infer<typeof uploadSchema>;

/** Media that may expire during the call are not posted. */
const expiryMarginMs = 10 * 60 * 1000;

export const readUploads = uploadsReader(uploadSchema);

export function mediaIdsIn(state: JsonObject | null): string[] {
  return readUploads(state).map(({ mediaId }) => mediaId);
}

export function isLiving({ expiresAt }: XUpload, now: Date): boolean {
  return Date.parse(expiresAt) - expiryMarginMs > now.getTime();
}

/** The alt text that is sent to X for an image; null if none is sent. */
export function describedAs({ altText }: { altText: string | null }): string | null {
  return altText === '' ? null : altText;
}

/**
 * Whether an upload can be used. An alt text cannot be removed from X, so an image that lost its alt text is
 * uploaded again.
 */
export function isOfUse(upload: XUpload, { media }: Publication): boolean {
  const item = media.find(({ sha256 }) => sha256 === upload.sha256);
  return item === undefined || upload.altText === null || describedAs(item) !== null;
}

/** The uploads of exactly these media in this order. Null if one of the uploads is missing. */
export function completeUploads(
  { media }: Publication,
  state: JsonObject | null,
  now: Date,
): XUpload[] | null {
  const uploads = readUploads(state);
  const complete = media.every((item, index) => {
    const upload = uploads[index];
    if (upload?.sha256 !== item.sha256 || !upload.finalized || !isLiving(upload, now)) return false;
    return item.kind === 'VIDEO' || upload.altText === describedAs(item);
  });
  return complete && uploads.length === media.length ? uploads : null;
}
