import { z } from 'zod';
import { countGraphemes, utf8Bytes } from '../text.js';

export const strongRefSchema = z.object({ uri: z.string().startsWith('at://'), cid: z.string().min(1) });

/** Where a reply hangs: the post it answers and the first post of the thread. */
export const replyRefSchema = z.object({ root: strongRefSchema, parent: strongRefSchema });
export type ReplyRef = z.infer<typeof replyRefSchema>;

const tagSchema = z
  .string()
  .min(1)
  .refine((tag) => countGraphemes(tag) <= 64 && utf8Bytes(tag) <= 640, 'at most 64 characters and 640 bytes');

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

/** Everything about a record that must stay the same when the create call is repeated. */
export const blueskyStateSchema = z.object({
  rkey: z.string().min(1),
  createdAt: z.string(),
  /** The text that the facets belong to. */
  text: z.string(),
  facets: z.array(facetSchema),
  reply: replyRefSchema.nullable(),
});
export type BlueskyState = z.infer<typeof blueskyStateSchema>;

export function toRecord(state: BlueskyState, options: unknown): Record<string, unknown> {
  const { langs, labels, tags } = blueskyOptionsSchema.parse(options ?? {});
  return {
    $type: 'app.bsky.feed.post',
    text: state.text,
    createdAt: state.createdAt,
    ...(state.facets.length === 0 ? {} : { facets: state.facets }),
    ...(state.reply === null ? {} : { reply: state.reply }),
    ...(langs === undefined ? {} : { langs }),
    ...(labels === undefined
      ? {}
      : { labels: { $type: 'com.atproto.label.defs#selfLabels', values: labels.map((val) => ({ val })) } }),
    ...(tags === undefined ? {} : { tags }),
  };
}
