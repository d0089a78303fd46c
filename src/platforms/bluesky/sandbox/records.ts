import { z } from 'zod';

/** The records of a post, as defined in the lexicons. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const countGraphemes = (text: string): number => [...graphemes.segment(text)].length;
const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

/** A TID: 63 bits in a base 32 that sorts in the order of the numbers. */
const tid = z.string().regex(/^[234567abcdefghij][2-7a-z]{12}$/);
const atUri = z.string().startsWith('at://');
const datetime = z.iso.datetime({ offset: true });
const refSchema = z.object({ uri: atUri, cid: z.string().min(1) });

const text = (graphemesMax: number, bytesMax: number): z.ZodString =>
  z.string().refine((value) => countGraphemes(value) <= graphemesMax && utf8Bytes(value) <= bytesMax, {
    message: `may have ${graphemesMax} graphemes and ${bytesMax} bytes`,
  });

const feature = z.discriminatedUnion('$type', [
  z.object({ $type: z.literal('app.bsky.richtext.facet#link'), uri: z.string().min(1) }),
  z.object({ $type: z.literal('app.bsky.richtext.facet#mention'), did: z.string().startsWith('did:') }),
  z.object({ $type: z.literal('app.bsky.richtext.facet#tag'), tag: text(64, 640) }),
]);

export const postRecordSchema = z.looseObject({
  $type: z.literal('app.bsky.feed.post').optional(),
  text: text(300, 3_000),
  createdAt: datetime,
  facets: z
    .array(
      z.object({
        index: z.object({ byteStart: z.number().int().min(0), byteEnd: z.number().int().min(0) }),
        features: z.array(feature),
      }),
    )
    .optional(),
  reply: z.object({ root: refSchema, parent: refSchema }).optional(),
  embed: z.unknown().optional(),
  langs: z
    .array(z.string().regex(/^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$/))
    .max(3)
    .optional(),
  tags: z.array(text(64, 640)).max(8).optional(),
});
export type PostRecord = z.infer<typeof postRecordSchema>;

export const quoteEmbedSchema = z.object({ $type: z.literal('app.bsky.embed.record'), record: refSchema });

const rule = (name: string) => z.object({ $type: z.literal(`app.bsky.feed.threadgate#${name}`) });
const threadgateSchema = z.object({
  $type: z.literal('app.bsky.feed.threadgate'),
  post: atUri,
  createdAt: datetime,
  allow: z
    .array(
      z.union([
        rule('mentionRule'),
        rule('followerRule'),
        rule('followingRule'),
        rule('listRule').extend({ list: atUri }),
      ]),
    )
    .max(5)
    .optional(),
});
const postgateSchema = z.object({
  $type: z.literal('app.bsky.feed.postgate'),
  post: atUri,
  createdAt: datetime,
  embeddingRules: z
    .array(z.object({ $type: z.literal('app.bsky.feed.postgate#disableRule') }))
    .max(5)
    .optional(),
});

const collections = {
  'app.bsky.feed.post': postRecordSchema,
  'app.bsky.feed.threadgate': threadgateSchema,
  'app.bsky.feed.postgate': postgateSchema,
} as const;

export interface RecordWrite {
  collection: string;
  rkey: string;
  record: Record<string, unknown>;
}

/** The error in a write; null if there is none. */
export function writeFault({ collection, rkey, record }: RecordWrite): string | null {
  const schema = Object.entries(collections).find(([name]) => name === collection)?.[1];
  if (schema === undefined) return `The sandbox knows no collection ${collection}`;
  if (!tid.safeParse(rkey).success) return `Invalid record key for ${collection}: not a TID`;
  const issue = schema.safeParse(record).error?.issues[0];
  return issue === undefined
    ? null
    : `Invalid ${collection} record: ${issue.path.join('.')} ${issue.message}`;
}

const writeSchema = z.object({
  collection: z.string(),
  rkey: z.string(),
  record: z.record(z.string(), z.unknown()),
});

/** com.atproto.repo.createRecord */
export const createSchema = writeSchema.extend({ repo: z.string() });

/** com.atproto.repo.deleteRecord */
export const deleteSchema = z.object({ repo: z.string(), collection: z.string(), rkey: z.string() });

/** com.atproto.repo.applyWrites. The sandbox accepts only creations. */
export const applySchema = z.object({
  repo: z.string(),
  writes: z
    .array(
      z
        .object({
          $type: z.literal('com.atproto.repo.applyWrites#create'),
          collection: z.string(),
          rkey: z.string(),
          value: z.record(z.string(), z.unknown()),
        })
        .transform(({ collection, rkey, value }): RecordWrite => ({ collection, rkey, record: value })),
    )
    .min(1)
    .max(200),
});
