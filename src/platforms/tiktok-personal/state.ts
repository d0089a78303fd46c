import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { Publication } from '../kit/platform.js';

export const switchedOffSchema = z.object({
  comment_disabled: z.boolean().default(false),
  duet_disabled: z.boolean().default(false),
  stitch_disabled: z.boolean().default(false),
});
/** The features that an account has turned off for all its posts. */
export type SwitchedOff = z.infer<typeof switchedOffSchema>;

/** A video that is being uploaded. It is not public before its last byte. */
const videoSchema = z.object({
  sha256: z.string(),
  sizeBytes: z.number().int(),
  /** The id for later status requests. */
  publishId: z.string().min(1),
  /** The upload URL. It is a secret, because its bearer can upload without a token. */
  uploadUrl: z.string().min(1),
  expiresAt: z.iso.datetime(),
  /** The number of bytes of the whole chunks that TikTok has confirmed. */
  sentBytes: z.number().int().min(0),
  /** The post's data that were sent to TikTok when the upload started. Null for a draft. */
  post: z.record(z.string(), z.json()).nullable(),
  /** The features that the account had turned off when the upload started. Null for a draft. */
  off: switchedOffSchema.nullable(),
});
export type Video = z.infer<typeof videoSchema>;

const photoSchema = z.object({ sha256: z.string() });

const stateSchema = z.object({
  media: z.array(z.union([videoSchema, photoSchema])).optional(),
  /** Whether the account has turned off comments. */
  commentsOff: z.boolean().optional(),
  /** The id for status requests of images, from the response of the call that posts them. */
  publishId: z.string().min(1).optional(),
});
export type TikTokState = z.infer<typeof stateSchema>;

export function readState(state: JsonObject | null): TikTokState {
  return stateSchema.safeParse(state ?? {}).data ?? {};
}

export function videoOf({ media = [] }: TikTokState): Video | undefined {
  return media.find((item) => 'publishId' in item);
}

/** TikTok's id of the publication; undefined if unknown. */
export function publishIdOf(state: TikTokState): string | undefined {
  return videoOf(state)?.publishId ?? state.publishId;
}

/** A call is not started if it may outlast the upload URL. */
const expiryMarginMs = 5 * 60 * 1000;

export function isLiving({ expiresAt }: Video, now: Date): boolean {
  return Date.parse(expiresAt) - expiryMarginMs > now.getTime();
}

/** Whether the state's media are those of the publication, in order. */
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
