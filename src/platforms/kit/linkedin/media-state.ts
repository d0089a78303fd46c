import { z } from 'zod';
import type { JsonObject } from '../../../domain/json.js';
import type { PublicationMedia } from '../platform.js';

const partSchema = z.object({
  url: z.string(),
  start: z.number().int().min(0),
  end: z.number().int().min(1),
});

/** One picture or video as LinkedIn holds it. */
const uploadSchema = z.object({
  sha256: z.string(),
  kind: z.enum(['image', 'video']),
  urn: z.string(),
  /** When the addresses below stop working, as far as LinkedIn says. */
  expiresAt: z.iso.datetime().nullable(),
  /** Parts that LinkedIn has not confirmed yet, each with the address that takes it. */
  parts: z.array(partSchema),
  /** Of a video's confirmed parts, in their order: the call that ends the upload names them. */
  partIds: z.array(z.string()),
  /** Of a video: what that call says beside them. */
  uploadToken: z.string(),
  /** When the last byte was confirmed and a video's upload was ended; null until then. */
  doneAt: z.iso.datetime().nullable(),
});
export type LinkedInUpload = z.infer<typeof uploadSchema>;

const stateSchema = z.object({ media: z.array(uploadSchema).optional() });

/** Nobody should begin with an address that ends while it is used. */
const expiryMarginMs = 5 * 60 * 1000;

export function readUploads(state: JsonObject | null): LinkedInUpload[] {
  return stateSchema.safeParse(state ?? {}).data?.media ?? [];
}

/** Whether an upload can be gone on with. What is done stays: LinkedIn names no end for it. */
export function isLiving({ doneAt, expiresAt }: LinkedInUpload, now: Date): boolean {
  return doneAt !== null || expiresAt === null || Date.parse(expiresAt) - expiryMarginMs > now.getTime();
}

/** The uploads of exactly these media in this order; null where one of them is missing. */
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
