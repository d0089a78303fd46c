import { z } from 'zod';
import { brokenRules, type OptionRule } from '../kit/draft-rules.js';
import type { ContainerFields } from '../kit/meta/graph-containers.js';
import { platformOptions } from '../kit/options.js';
import type { Publication, PublicationDraft, RuleViolation } from '../kit/platform.js';
import { webAddressSchema } from '../kit/web-address.js';
import { toPoll } from './poll.js';
import { spoilerEntities, spoilersMax, spoilerViolations } from './spoilers.js';

const gifReferenceCharsMax = 200;
const passageCharsMax = 500;
const gifId = /^[A-Za-z0-9]{1,64}$/;
/** The pages of a GIF on GIPHY: its id alone, or after a title. */
const gifPage =
  /^https:\/\/(?:www\.)?giphy\.com\/(?:gifs|stickers)\/(?:[^/?#]*-)?([A-Za-z0-9]{1,64})\/?(?:[?#].*)?$/;

/** The id in a GIF's id, or in the URL of its page. Null if it is neither. */
function gifIdIn(reference: string): string | null {
  return gifId.test(reference) ? reference : (gifPage.exec(reference)?.[1] ?? null);
}

/** A poll, with the limits of Threads API: "create-posts/polls". Threads decides how long it is open. */
const poll = z.strictObject({
  options: z
    .array(z.string().trim().min(1).max(25))
    .min(2)
    .max(4)
    .meta({ title: 'Answers', description: 'The possible answers.' }),
});

/** The schema of a post's `platformOptions`. */
export const threadsOptionsSchema = platformOptions('THREADS', {
  replyControl: z
    .enum(['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'])
    .optional()
    .meta({ title: 'Who can reply', description: 'Who may reply. Default: everyone.' }),
  topicTag: z
    .string()
    .trim()
    .regex(
      /^[^.&\x00-\x1f\x7f-\x9f\u2028\u2029]{1,50}$/u,
      'must be one line of 1 to 50 characters, without "." and "&"',
    )
    .optional()
    .meta({
      title: 'Topic',
      description: 'One topic, without the # sign. Leading and trailing spaces are removed.',
    }),
  linkAttachment: webAddressSchema.optional().meta({
    title: 'Link card',
    description: 'The URL to show as a link card. Only for posts without media.',
  }),
  poll: poll.optional().meta({ title: 'Poll', description: 'A poll. Only for posts without media.' }),
  gif: z
    .string()
    .max(gifReferenceCharsMax)
    .refine((text) => gifIdIn(text) !== null, 'must be the URL of a GIF’s page on giphy.com, or its id')
    .optional()
    .meta({
      title: 'GIF',
      description:
        'A GIF of GIPHY: the URL of its page on giphy.com, or its id. Only for posts without media.',
    }),
  spoilers: z.array(z.string().min(1).max(passageCharsMax)).min(1).max(spoilersMax).optional().meta({
    title: 'Spoilers in the text',
    description: 'Passages of the text, word for word, that are hidden until a reader taps on them.',
  }),
  spoilerMedia: z.boolean().default(false).meta({
    title: 'Hide images and videos',
    description: 'If true, all images and videos are hidden until a reader taps on them.',
  }),
});

/** The violations of rules that the schema of a single option cannot express. */
export function threadsOptionViolations(draft: PublicationDraft): RuleViolation[] {
  const given = threadsOptionsSchema.safeParse(draft.options ?? {}).data;
  if (given === undefined) return [];
  const { linkAttachment, poll: question, gif, spoilers = [], spoilerMedia } = given;
  const { length: count } = draft.media;
  const withMedia = { limit: 0, actual: count };
  const attached = Object.entries({ poll: question, gif, linkAttachment }).filter(
    ([, value]) => value !== undefined,
  );
  const answers = question?.options ?? [];
  const doubtful: OptionRule[] = [
    ...attached
      .slice(1)
      .map(([option]): OptionRule => [
        true,
        option,
        'several_attachments',
        'Threads does not say whether a post can have more than one of a poll, a GIF and a link card. It may reject the post.',
      ]),
    [
      new Set(answers).size < answers.length,
      'poll.options',
      'equal_poll_options',
      'Threads does not say whether two answers of a poll can be equal. It may reject the post.',
    ],
  ];
  return [
    ...brokenRules([
      [
        linkAttachment !== undefined && count > 0,
        'linkAttachment',
        'link_attachment_with_media',
        'A link can be attached only to a post without media.',
        withMedia,
      ],
      [
        question !== undefined && count > 0,
        'poll',
        'poll_with_media',
        'A Threads post can have a poll or media, not both.',
        withMedia,
      ],
      [
        gif !== undefined && count > 0,
        'gif',
        'gif_with_media',
        'A GIF of GIPHY can be attached only to a post without media.',
        withMedia,
      ],
      [
        spoilerMedia && count === 0,
        'spoilerMedia',
        'spoiler_media_without_media',
        'The post has no images or videos to hide.',
      ],
    ]),
    ...spoilerViolations(draft, spoilers),
    ...brokenRules(doubtful).map((rule): RuleViolation => ({ ...rule, severity: 'warning' })),
  ];
}

/** The fields of a post's own container, without its media. */
export function toContainerFields(publication: Publication): ContainerFields {
  const given = threadsOptionsSchema.parse(publication.options ?? {});
  const { replyControl, topicTag, linkAttachment, spoilers = [], spoilerMedia } = given;
  const { text, media, replyTo } = publication;
  const answers = pollOf(publication);
  const gif = gifIdOf(publication);
  const hidden = spoilerEntities(text, spoilers);
  return {
    media_type: mediaTypeOf(media),
    ...(text === '' && media.length > 0 ? {} : { text }),
    ...(replyTo === null ? {} : { reply_to_id: replyTo.externalPostId }),
    ...(replyControl === undefined ? {} : { reply_control: replyControl }),
    ...(topicTag === undefined ? {} : { topic_tag: topicTag }),
    ...(linkAttachment === undefined ? {} : { link_attachment: linkAttachment }),
    ...(answers === undefined ? {} : { poll_attachment: JSON.stringify(toPoll(answers)) }),
    ...(gif === null ? {} : { gif_attachment: JSON.stringify({ gif_id: gif, provider: 'GIPHY' }) }),
    ...(hidden.length === 0 ? {} : { text_entities: JSON.stringify(hidden) }),
    ...(spoilerMedia ? { is_spoiler_media: 'true' } : {}),
  };
}

type WithOptions = Pick<Publication, 'options'>;

/** The answers of a publication's poll. */
export const pollOf = ({ options }: WithOptions): readonly string[] | undefined =>
  threadsOptionsSchema.safeParse(options ?? {}).data?.poll?.options;

/** The id of a publication's GIF at GIPHY. */
export const gifIdOf = ({ options }: WithOptions): string | null =>
  gifIdIn(threadsOptionsSchema.safeParse(options ?? {}).data?.gif ?? '');

function mediaTypeOf([first, ...others]: Publication['media']): 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL' {
  if (first === undefined) return 'TEXT';
  if (others.length > 0) return 'CAROUSEL';
  return first.kind === 'VIDEO' ? 'VIDEO' : 'IMAGE';
}
