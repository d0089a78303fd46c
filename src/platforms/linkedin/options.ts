import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { ImageRules } from '../../domain/media-rules.js';
import { brokenRules, type OptionRule } from '../kit/draft-rules.js';
import { images, jpeg, png } from '../kit/media-rule-parts.js';
import type { Publication, PublicationDraft, PublicationMedia, RuleViolation } from '../kit/platform.js';
import { webAddressSchema } from '../kit/web-address.js';
import { pixelsMax } from './media-rules.js';
import { isMentioned, toLittle } from './little-text.js';

export const thumbnailPath = 'article.thumbnailMediaId';

/** The rules for images that options name. */
export const linkedInOptionMedia: Readonly<Record<string, ImageRules>> = {
  [thumbnailPath]: images({ mimes: [jpeg, png], pixelsMax }),
};

const article = z.strictObject({
  source: webAddressSchema.meta({ title: 'URL', description: 'The URL that the card links to.' }),
  title: z
    .string()
    .trim()
    .min(1)
    .max(400)
    .meta({ title: 'Title', description: 'The title on the card. LinkedIn does not read it from the page.' }),
  description: z
    .string()
    .max(4_086)
    .optional()
    .meta({ title: 'Description', description: 'The text below the title.' }),
  thumbnailMediaId: z.string().min(1).max(100).optional().meta({
    title: 'Image',
    description: 'The image on the card, as the id of an image in the media library.',
  }),
});

const documentTitleCharsMax = 400;

const poll = z.strictObject({
  question: z.string().trim().min(1).max(140).meta({ title: 'Question', description: 'The question.' }),
  options: z
    .array(z.string().trim().min(1).max(30))
    .min(2)
    .max(4)
    .meta({ title: 'Answers', description: 'The possible answers. They must all be different.' }),
  duration: z
    .enum(['ONE_DAY', 'THREE_DAYS', 'SEVEN_DAYS', 'FOURTEEN_DAYS'])
    .default('THREE_DAYS')
    .meta({ title: 'Voting time', description: 'How long people can vote.' }),
});

const mention = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ title: 'Name in the text', description: 'The name as it appears in the text after the "@".' }),
  urn: z
    .string()
    .max(200)
    .regex(/^urn:li:(person|organization):[A-Za-z0-9_-]+$/, 'must be the URN of a person or an organization')
    .meta({
      title: 'Profile or page',
      description: 'Who is mentioned: urn:li:organization:… or urn:li:person:….',
    }),
});

/** The options that persons and companies have in common. */
export const linkedInOptionShape = {
  disableReshare: z
    .boolean()
    .default(false)
    .meta({ title: 'Turn off reshares', description: 'If true, nobody can reshare the post.' }),
  article: article
    .optional()
    .meta({ title: 'Link card', description: 'A link to show as a card. Not together with media.' }),
  poll: poll
    .optional()
    .meta({ title: 'Poll', description: 'A poll. Not together with media or a link card.' }),
  documentTitle: z.string().trim().min(1).max(documentTitleCharsMax).optional().meta({
    title: 'Title of the document',
    description: 'The title above the pages of a document. Every post with a document needs one.',
  }),
  mentions: z.array(mention).min(1).max(30).optional().meta({
    title: 'Mentions',
    description:
      'The people and companies that the text mentions. Each "@name" in the text becomes a link to that profile or page, and its owner is notified.',
  }),
};

const optionsSchema = z.object({
  visibility: z.enum(['PUBLIC', 'CONNECTIONS']).default('PUBLIC'),
  ...linkedInOptionShape,
});
export type LinkedInOptions = z.infer<typeof optionsSchema>;

/** Parses the options of an accepted post. */
export function readOptions(options: JsonObject | null): LinkedInOptions {
  return optionsSchema.parse(options ?? {});
}

/** The violations of rules that the schema of a single option cannot express. */
export function linkedInOptionViolations({ text, options, media }: PublicationDraft): RuleViolation[] {
  const given = optionsSchema.safeParse(options ?? {}).data;
  if (given === undefined) return [];
  const { article: card, poll: question, documentTitle, mentions = [] } = given;
  const hasMedia = { limit: 0, actual: media.length };
  const broken = brokenRules([
    [
      card !== undefined && media.length > 0,
      'article',
      'article_with_media',
      'A LinkedIn post can have a link card or media, not both.',
      hasMedia,
    ],
    [
      question !== undefined && media.length > 0,
      'poll',
      'poll_with_media',
      'A LinkedIn post can have a poll or media, not both.',
      hasMedia,
    ],
    [
      question !== undefined && card !== undefined,
      'poll',
      'poll_with_article',
      'A LinkedIn post can have a poll or a link card, not both.',
    ],
    [
      question !== undefined && new Set(question.options).size < question.options.length,
      'poll.options',
      'poll_options_not_unique',
      'The options of a poll must all be different.',
    ],
    [
      new Set(mentions.map(({ name }) => name)).size < mentions.length,
      'mentions',
      'mentions_not_unique',
      'Each name can be used for one mention only.',
    ],
    ...mentions.map((one, index): OptionRule => [
      !isMentioned(text, one),
      `mentions.${index}.name`,
      'mention_not_in_text',
      `The text does not contain "@${one.name}".`,
    ]),
  ]);
  return [...broken, ...documentTitleViolations(documentTitle, media)];
}

function documentTitleViolations(
  title: string | undefined,
  media: PublicationDraft['media'],
): RuleViolation[] {
  const hasDocument = media.some(({ facts }) => facts.kind === 'DOCUMENT');
  if (hasDocument === (title !== undefined)) return [];
  const violation = { field: 'platformOptions', option: 'documentTitle' } as const;
  return hasDocument
    ? [
        {
          ...violation,
          rule: 'document_title_required',
          message: 'A document on LinkedIn needs a title.',
          isMissing: true,
        },
      ]
    : [
        {
          ...violation,
          rule: 'document_title_without_document',
          message: 'Only a post with a document has a title of the document.',
        },
      ];
}

/** The media to upload to LinkedIn. Media that options name come last. */
export function itemsOf({ media, optionMedia, replyTo }: Publication): PublicationMedia[] {
  const thumbnail = optionMedia[thumbnailPath];
  return replyTo !== null ? [] : [...media, ...(thumbnail === undefined ? [] : [thumbnail])];
}

/** Whether the options name a thumbnail that is missing in the media library. */
export function lacksThumbnail({ options, optionMedia, replyTo }: Publication): boolean {
  if (replyTo !== null || optionMedia[thumbnailPath] !== undefined) return false;
  return readOptions(options).article?.thumbnailMediaId !== undefined;
}

/** The body of the call that publishes a post. `urns` belong to `itemsOf`, in the same order. */
export function toPostBody(author: string, publication: Publication, urns: readonly string[]): object {
  const options = readOptions(publication.options);
  const content = contentOf(options, publication.media, urns);
  return {
    author,
    commentary: commentaryOf(publication),
    visibility: options.visibility,
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content && { content }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: options.disableReshare,
  };
}

/** A post's text as it is sent to LinkedIn. */
export function commentaryOf({ text, options }: Pick<Publication, 'text' | 'options'>): string {
  return toLittle(text, readOptions(options).mentions);
}

function contentOf(
  { article: card, poll: question, documentTitle }: LinkedInOptions,
  media: readonly PublicationMedia[],
  urns: readonly string[],
): object | undefined {
  const [first, ...others] = urns;
  if (card !== undefined) {
    const { source, title, description } = card;
    return {
      article: { source, title, ...(description && { description }), ...(first && { thumbnail: first }) },
    };
  }
  if (question !== undefined) {
    const options = question.options.map((text) => ({ text }));
    return {
      poll: { question: question.question, options, settings: { duration: question.duration } },
    };
  }
  if (first === undefined) return undefined;
  if (media[0]?.kind === 'DOCUMENT') return { media: { id: first, title: documentTitle } };
  const items = urns.map((id, index) => {
    const item = media[index];
    return { id, ...(item?.altText && item.kind !== 'VIDEO' && { altText: item.altText }) };
  });
  return others.length === 0 ? { media: items[0] } : { multiImage: { images: items } };
}
