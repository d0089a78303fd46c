import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { Publication, PublicationMedia } from '../platform.js';
import { countGraphemes, utf8Bytes } from '../text.js';

export const strongRefSchema = z.object({ uri: z.string().startsWith('at://'), cid: z.string().min(1) });

/** Where a reply hangs: the post it answers and the first post of the thread. */
export const replyRefSchema = z.object({ root: strongRefSchema, parent: strongRefSchema });
export type ReplyRef = z.infer<typeof replyRefSchema>;

const tagBytesMax = 640;
const tagSchema = z
  .string()
  .min(1)
  // No more is counted than can fit.
  .max(tagBytesMax, { abort: true })
  .refine(
    (tag) => countGraphemes(tag) <= 64 && utf8Bytes(tag) <= tagBytesMax,
    'at most 64 characters and 640 bytes',
  );

/** `platformOptions` of a post. */
export const blueskyOptionsSchema = z.strictObject({
  /** BCP 47 tags of the languages it is written in. */
  langs: z
    .array(z.string().regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*$/))
    .max(3)
    .optional(),
  /** Content warnings that the author gives. */
  labels: z
    .array(z.enum(['porn', 'sexual', 'nudity', 'graphic-media', '!no-unauthenticated']))
    .max(10)
    .optional(),
  /** Further hashtags, not part of the text. */
  tags: z.array(tagSchema).max(8).optional(),
});

const facetSchema = z.object({
  index: z.object({ byteStart: z.number().int(), byteEnd: z.number().int() }),
  features: z.array(z.record(z.string(), z.string())),
});

export const blobSchema = z.object({
  $type: z.literal('blob'),
  ref: z.object({ $link: z.string().min(1) }),
  mimeType: z.string(),
  size: z.number().int(),
});
export type Blob = z.infer<typeof blobSchema>;

/** One medium as the account's server, or the video service, holds it. */
const uploadSchema = z.object({
  sha256: z.string(),
  /** Null while the video service still works on it. */
  blob: blobSchema.nullable(),
  /** The video service's name for its work. */
  jobId: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
});
export type BlueskyUpload = z.infer<typeof uploadSchema>;

const uploadsSchema = z.object({ media: z.array(uploadSchema).optional() });

export function readUploads(state: JsonObject | null): BlueskyUpload[] {
  return uploadsSchema.safeParse(state ?? {}).data?.media ?? [];
}

/** Everything about a record that must stay the same when the create call is repeated. */
export const blueskyStateSchema = z.object({
  rkey: z.string().min(1),
  createdAt: z.string(),
  /** The text that the facets belong to. */
  text: z.string(),
  facets: z.array(facetSchema),
  reply: replyRefSchema.nullable(),
  media: z.array(uploadSchema).exactOptional(),
});
export type BlueskyState = z.infer<typeof blueskyStateSchema>;

export function toRecord(state: BlueskyState, publication: Publication): Record<string, unknown> {
  const { langs, labels, tags } = blueskyOptionsSchema.parse(publication.options ?? {});
  const embed = toEmbed(state.media ?? [], publication.media);
  return {
    $type: 'app.bsky.feed.post',
    text: state.text,
    createdAt: state.createdAt,
    ...(state.facets.length === 0 ? {} : { facets: state.facets }),
    ...(state.reply === null ? {} : { reply: state.reply }),
    ...(embed === null ? {} : { embed }),
    ...(langs === undefined ? {} : { langs }),
    ...(labels === undefined
      ? {}
      : { labels: { $type: 'com.atproto.label.defs#selfLabels', values: labels.map((val) => ({ val })) } }),
    ...(tags === undefined ? {} : { tags }),
  };
}

/** A record holds one film, or pictures. A description is required by the lexicon, and may be empty. */
function toEmbed(
  uploads: readonly BlueskyUpload[],
  media: readonly PublicationMedia[],
): Record<string, unknown> | null {
  const items = media.flatMap((item, index) => {
    const blob = uploads[index]?.blob;
    return blob ? [{ blob, about: { alt: item.altText ?? '', ...aspectRatioOf(item) } }] : [];
  });
  const [first] = items;
  if (first === undefined) return null;
  if (media[0]?.kind === 'VIDEO') {
    return { $type: 'app.bsky.embed.video', video: first.blob, ...first.about };
  }
  const images = items.map(({ blob, about }) => ({ image: blob, ...about }));
  return { $type: 'app.bsky.embed.images', images };
}

function aspectRatioOf({ width, height }: PublicationMedia): object {
  return width === null || height === null ? {} : { aspectRatio: { width, height } };
}
