import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { Publication } from '../kit/platform.js';
import { uploadsReader } from '../kit/media-upload.js';

/** One image or video at X. */
const uploadSchema = z.object({
  sha256: z.string(),
  mediaId: z.string().regex(/^\d+$/),
  /** Part of the post, so a lookup recognizes our media by it. */
  mediaKey: z.string().nullable(),
  /** X deletes media that are not posted by then. */
  expiresAt: z.iso.datetime(),
  /** The number of whole segments that X has confirmed. */
  sentBytes: z.number().int().min(0),
  finalized: z.boolean(),
  /** Whether X said that it must process it. */
  processing: z.boolean(),
  /** The alt text that X has; null if it has none. */
  altText: z.string().nullable(),
});
export type XUpload = z.infer<typeof uploadSchema>;

/** Do not post media that may expire during the call. */
const expiryMarginMs = 10 * 60 * 1000;

export const readUploads = uploadsReader(uploadSchema);

export function isLiving({ expiresAt }: XUpload, now: Date): boolean {
  return Date.parse(expiresAt) - expiryMarginMs > now.getTime();
}

/** The alt text that is sent to X for an image; null: none. */
export function describedAs({ altText }: { altText: string | null }): string | null {
  return altText === '' ? null : altText;
}

/** An alt text cannot be removed from X. If an image should no longer have one, it is uploaded again. */
export function isOfUse(upload: XUpload, { media }: Publication): boolean {
  const item = media.find(({ sha256 }) => sha256 === upload.sha256);
  return item === undefined || upload.altText === null || describedAs(item) !== null;
}

/** The uploads of exactly these media in this order; null if one of them is missing. */
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
