import { z } from 'zod';
import type { ContainerFields } from '../kit/graph-containers.js';
import { platformOptions } from '../kit/options.js';
import type { Publication, PublicationDraft, RuleViolation } from '../kit/platform.js';
import { webAddressSchema } from '../kit/web-address.js';

/** `platformOptions` of a post. */
export const threadsOptionsSchema = platformOptions('THREADS', {
  replyControl: z
    .enum(['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'])
    .optional()
    .describe('Who may reply; everyone by default.'),
  topicTag: z
    .string()
    .trim()
    .regex(/^[^.&\p{Cc}\u2028\u2029]{1,50}$/u, 'must be one line of 1 to 50 characters without "." and "&"')
    .optional()
    .describe('One topic, without the hash sign. White space around it is not part of it.'),
  linkAttachment: webAddressSchema
    .optional()
    .describe('The link to show as a card, in a post without media.'),
});

/** Threads takes the link of a card in text posts alone. */
export function linkAttachmentViolations({ options, media }: PublicationDraft): RuleViolation[] {
  if (options?.['linkAttachment'] === undefined || media.length === 0) return [];
  const message = 'A link can be attached to a post without media only.';
  return [
    {
      field: 'platformOptions',
      option: 'linkAttachment',
      rule: 'link_attachment_with_media',
      message,
      limit: 0,
      actual: media.length,
    },
  ];
}

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
