import { z } from 'zod';
import type { Publication } from '../platform.js';

/** `platformOptions` of a post. */
export const threadsOptionsSchema = z.strictObject({
  replyControl: z
    .enum(['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'])
    .optional(),
  /** One topic, without the hash sign. */
  topicTag: z
    .string()
    .regex(/^[^.&]{1,50}$/u, 'must be 1 to 50 characters without "." and "&"')
    .optional(),
  /** The link to show as a card. */
  linkAttachment: z
    .string()
    .max(2_000, { abort: true })
    .refine(
      (uri) => URL.canParse(uri) && /^https?:$/.test(new URL(uri).protocol),
      'must be an http(s) address',
    )
    .optional(),
});

export type ContainerFields = Record<string, string>;

/** The fields of a post's own container, but for its media. */
export function toContainerFields(publication: Publication): ContainerFields {
  const { replyControl, topicTag, linkAttachment } = threadsOptionsSchema.parse(publication.options ?? {});
  const { text, media, replyTo } = publication;
  return {
    media_type: media.length > 1 ? 'CAROUSEL' : mediaTypes[media[0]?.kind ?? 'NONE'],
    ...(text === '' && media.length > 0 ? {} : { text }),
    ...(replyTo === null ? {} : { reply_to_id: replyTo.externalPostId }),
    ...(replyControl === undefined ? {} : { reply_control: replyControl }),
    ...(topicTag === undefined ? {} : { topic_tag: topicTag }),
    ...(linkAttachment === undefined ? {} : { link_attachment: linkAttachment }),
  };
}

const mediaTypes = { NONE: 'TEXT', IMAGE: 'IMAGE', GIF: 'IMAGE', VIDEO: 'VIDEO' } as const;
