import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { Publication } from '../kit/platform.js';

export const switchedOffSchema = z.object({
  comment_disabled: z.boolean().default(false),
  duet_disabled: z.boolean().default(false),
  stitch_disabled: z.boolean().default(false),
});
/** What an account has switched off for all its posts. */
export type SwitchedOff = z.infer<typeof switchedOffSchema>;

/** A video that is being uploaded. Nothing of it is public before its last byte. */
const videoSchema = z.object({
  sha256: z.string(),
  sizeBytes: z.number().int(),
  /** By which TikTok is asked of it afterwards. */
  publishId: z.string().min(1),
  /** Opens the upload to whoever has it, without a token. */
  uploadUrl: z.string().min(1),
  expiresAt: z.iso.datetime(),
  /** Whole chunks that TikTok has confirmed. */
  sentBytes: z.number().int().min(0),
  /** What TikTok was told of the post when the upload was opened; null of a draft. */
  post: z.record(z.string(), z.json()).nullable(),
  /** What the account had switched off then. */
  off: switchedOffSchema.nullable(),
});
export type Video = z.infer<typeof videoSchema>;

const photoSchema = z.object({ sha256: z.string() });

const stateSchema = z.object({
  media: z.array(z.union([videoSchema, photoSchema])).optional(),
  /** Whether the account has switched comments off. */
  commentsOff: z.boolean().optional(),
  /** Of pictures: by which TikTok is asked of them, once it has answered the call that posts them. */
  publishId: z.string().min(1).optional(),
});
export type TikTokState = z.infer<typeof stateSchema>;

export function readState(state: JsonObject | null): TikTokState {
  return stateSchema.safeParse(state ?? {}).data ?? {};
}

export function videoOf({ media = [] }: TikTokState): Video | undefined {
  return media.find((item) => 'publishId' in item);
}

/** Under which id TikTok knows the publication; undefined where that is not known. */
export function publishIdOf(state: TikTokState): string | undefined {
  return videoOf(state)?.publishId ?? state.publishId;
}

/** A call must not begin that the upload's address does not outlive. */
const expiryMarginMs = 5 * 60 * 1000;

export function isLiving({ expiresAt }: Video, now: Date): boolean {
  return Date.parse(expiresAt) - expiryMarginMs > now.getTime();
}

/** Whether the state's media are those of the publication, in their order. */
export function hasMediaOf(
  { media: kept = [] }: TikTokState,
  { media }: Pick<Publication, 'media'>,
): boolean {
  const isSame = media.every(({ sha256, kind }, index) => {
    const item = kept[index];
    return item?.sha256 === sha256 && 'publishId' in item === (kind === 'VIDEO');
  });
  return isSame && kept.length === media.length;
}
