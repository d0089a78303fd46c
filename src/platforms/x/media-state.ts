import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { Publication } from '../kit/platform.js';

/** One medium as X holds it. */
const uploadSchema = z.object({
  sha256: z.string(),
  mediaId: z.string().regex(/^\d+$/),
  /** Shown with the post; a look-up knows ours by it. */
  mediaKey: z.string().nullable(),
  /** X forgets what was not posted by then. */
  expiresAt: z.iso.datetime(),
  /** Whole segments that X has confirmed. */
  sentBytes: z.number().int().min(0),
  finalized: z.boolean(),
  /** Whether X said that it has to work on it. */
  processing: z.boolean(),
  /** The description that X has; null where it has none. */
  altText: z.string().nullable(),
});
export type XUpload = z.infer<typeof uploadSchema>;

const stateSchema = z.object({ media: z.array(uploadSchema).optional() });

/** Nobody should post media that expire while the call is under way. */
const expiryMarginMs = 10 * 60 * 1000;

export function readUploads(state: JsonObject | null): XUpload[] {
  return stateSchema.safeParse(state ?? {}).data?.media ?? [];
}

export function isLiving({ expiresAt }: XUpload, now: Date): boolean {
  return Date.parse(expiresAt) - expiryMarginMs > now.getTime();
}

/** What X is told of a picture; null: nothing. */
export function describedAs({ altText }: { altText: string | null }): string | null {
  return altText === '' ? null : altText;
}

/** What X was told of a picture cannot be taken back: one that is to have no description any more is uploaded anew. */
export function isOfUse(upload: XUpload, { media }: Publication): boolean {
  const item = media.find(({ sha256 }) => sha256 === upload.sha256);
  return item === undefined || upload.altText === null || describedAs(item) !== null;
}

/** The uploads of exactly these media in this order; null where one of them is missing. */
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
