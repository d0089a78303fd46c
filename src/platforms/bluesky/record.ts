import { z } from 'zod';
import type { Publication } from '../kit/platform.js';
import { uploadsReader } from '../kit/media-upload.js';
import { toEmbed } from './embed.js';
import { blueskyOptionsSchema } from './options.js';
import { blobSchema, strongRefSchema } from './refs.js';
import { postCollection } from './xrpc.js';

/** The place of a reply: the post that it replies to, and the first post of the thread. */
export const replyRefSchema = z.object({ root: strongRefSchema, parent: strongRefSchema });
export type ReplyRef = z.infer<typeof replyRefSchema>;

const facetSchema = z.object({
  index: z.object({ byteStart: z.number().int(), byteEnd: z.number().int() }),
  features: z.array(z.record(z.string(), z.string())),
});

/** An image or video that was uploaded to the account's server or the video service. */
const uploadSchema = z.object({
  sha256: z.string(),
  /** The file at the account's server. Null while the video service is processing the video. */
  blob: blobSchema.nullable(),
  /** The video service's id for the job. */
  jobId: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
});
export type BlueskyUpload = z.infer<typeof uploadSchema>;

export const readUploads = uploadsReader(uploadSchema);

/** Everything about a record that must stay the same when the create call is repeated. */
export const blueskyStateSchema = z.object({
  rkey: z.string().min(1),
  createdAt: z.string(),
  /** The text for which the facets were found. */
  text: z.string(),
  facets: z.array(facetSchema),
  reply: replyRefSchema.nullable(),
  /** The post to quote: as given in the options, and as the network knows it. */
  quote: z.object({ asked: z.string(), ref: strongRefSchema }).nullable().default(null),
  media: z.array(uploadSchema).exactOptional(),
});
export type BlueskyState = z.infer<typeof blueskyStateSchema>;

export function toRecord(state: BlueskyState, publication: Publication): Record<string, unknown> {
  const { langs, labels, tags, external } = blueskyOptionsSchema.parse(publication.options ?? {});
  const blobs = (state.media ?? []).map(({ blob }) => blob);
  const embed = toEmbed({ blobs, media: publication.media, external, quote: state.quote?.ref });
  return {
    $type: postCollection,
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
