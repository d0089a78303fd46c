import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { PublicationMedia } from '../kit/platform.js';
import { uploadsReader } from '../kit/media-upload.js';

const partSchema = z.object({
  url: z.string(),
  start: z.number().int().min(0),
  end: z.number().int().min(1),
});

/** An image, video or document that was uploaded to LinkedIn. */
const uploadSchema = z.object({
  sha256: z.string(),
  kind: z.enum(['image', 'video', 'document']),
  urn: z.string(),
  /** The time at which the URLs below stop working, if LinkedIn states it. */
  expiresAt: z.iso.datetime().nullable(),
  /** Parts that LinkedIn has not confirmed yet, each with its upload URL. */
  parts: z.array(partSchema),
  /** The tags of a video's confirmed parts, in order. The call that ends the upload lists them. */
  partIds: z.array(z.string()),
  /** The token that the call that ends a video's upload sends. */
  uploadToken: z.string(),
  /** The time when the last byte was confirmed and a video's upload ended. Null until then. */
  doneAt: z.iso.datetime().nullable(),
});
export type LinkedInUpload = z.infer<typeof uploadSchema>;

/** A URL that expires this soon is not used, because the upload may take longer. */
const expiryMarginMs = 5 * 60 * 1000;

export const readUploads = uploadsReader(uploadSchema);

/** Whether an upload can be used or continued. A finished upload stays usable: LinkedIn documents no expiry. */
export function isLiving({ doneAt, expiresAt }: LinkedInUpload, now: Date): boolean {
  return doneAt !== null || expiresAt === null || Date.parse(expiresAt) - expiryMarginMs > now.getTime();
}

/** The uploads of exactly these media in this order. Null if one of the uploads is missing. */
export function completeUploads(
  items: readonly PublicationMedia[],
  state: JsonObject | null,
): LinkedInUpload[] | null {
  const uploads = readUploads(state);
  const isComplete = items.every(
    ({ sha256 }, index) => uploads[index]?.sha256 === sha256 && uploads[index].doneAt !== null,
  );
  return isComplete && uploads.length === items.length ? uploads : null;
}
