import { z } from 'zod';
import type { ContainerFields } from '../kit/meta/graph-containers.js';
import { platformOptions } from '../kit/options.js';
import type { Publication, PublicationDraft, RuleViolation } from '../kit/platform.js';
import { webAddressSchema } from '../kit/web-address.js';

/** The schema of a post's `platformOptions`. */
export const threadsOptionsSchema = platformOptions('THREADS', {
  replyControl: z
    .enum(['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'])
    .optional()
    .meta({ title: 'Who can reply', description: 'Who may reply. Default: everyone.' }),
  topicTag: z
    .string()
    .trim()
    .regex(/^[^.&\p{Cc}\u2028\u2029]{1,50}$/u, 'must be one line of 1 to 50 characters, without "." and "&"')
    .optional()
    .meta({
      title: 'Topic',
      description: 'One topic, without the # sign. Leading and trailing spaces are removed.',
    }),
  linkAttachment: webAddressSchema.optional().meta({
    title: 'Link card',
    description: 'The URL to show as a link card. Only for posts without media.',
  }),
});

/** The violation of a link card on a post with media: Threads accepts a card in text posts only. */
export function linkAttachmentViolations({ options, media }: PublicationDraft): RuleViolation[] {
  if (options?.['linkAttachment'] === undefined || media.length === 0) return [];
  const message = 'A link can be attached only to a post without media.';
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

/** The fields of a post's own container, without its media. */
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
