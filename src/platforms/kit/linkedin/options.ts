import { z } from 'zod';
import type { JsonObject } from '../../../domain/json.js';
import type { ImageRules } from '../../../domain/media-rules.js';
import { images, jpeg, png } from '../media-rule-parts.js';
import type { Publication, PublicationDraft, PublicationMedia, RuleViolation } from '../platform.js';
import { webAddressSchema } from '../web-address.js';
import { pixelsMax } from './media-rules.js';
import { isMentioned, toLittle } from './little-text.js';

export const thumbnailPath = 'article.thumbnailMediaId';

/** Pictures that options name. */
export const linkedInOptionMedia: Readonly<Record<string, ImageRules>> = {
  [thumbnailPath]: images({ mimes: [jpeg, png], pixelsMax }),
};

const article = z.strictObject({
  source: webAddressSchema.describe('The page that the card leads to.'),
  title: z.string().trim().min(1).max(400).describe('LinkedIn does not read it off the page.'),
  description: z.string().max(4_086).optional(),
  thumbnailMediaId: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('A picture of the media library, shown on the card.'),
});

const poll = z.strictObject({
  question: z.string().trim().min(1).max(140),
  options: z.array(z.string().trim().min(1).max(30)).min(2).max(4),
  duration: z
    .enum(['ONE_DAY', 'THREE_DAYS', 'SEVEN_DAYS', 'FOURTEEN_DAYS'])
    .default('THREE_DAYS')
    .describe('How long votes are taken.'),
});

const mention = z.strictObject({
  name: z.string().trim().min(1).max(100).describe('As it stands in the text behind an "@".'),
  urn: z
    .string()
    .max(200)
    .regex(/^urn:li:(person|organization):[A-Za-z0-9_-]+$/, 'must be the URN of a person or an organization')
    .describe('urn:li:organization:… or urn:li:person:….'),
});

/** What the options of persons and of companies have in common. */
export const linkedInOptionShape = {
  disableReshare: z.boolean().default(false).describe('Nobody may share the post again.'),
  article: article.optional().describe('A link that is shown as a card. Not together with media.'),
  poll: poll.optional().describe('Not together with media or with a link card.'),
  mentions: z
    .array(mention)
    .min(1)
    .max(30)
    .optional()
    .describe('Whom the text names: each "@name" in it leads to the page of its URN, and notifies them.'),
};

const optionsSchema = z.object({
  visibility: z.enum(['PUBLIC', 'CONNECTIONS']).default('PUBLIC'),
  ...linkedInOptionShape,
});
export type LinkedInOptions = z.infer<typeof optionsSchema>;

/** Those of a post that was accepted. */
export function readOptions(options: JsonObject | null): LinkedInOptions {
  return optionsSchema.parse(options ?? {});
}

/** What the schema of each option alone cannot say. */
export function linkedInOptionViolations({ text, options, media }: PublicationDraft): RuleViolation[] {
  const given = optionsSchema.safeParse(options ?? {}).data;
  if (given === undefined) return [];
  const { article: card, poll: question, mentions = [] } = given;
  const hasMedia = { limit: 0, actual: media.length };
  const rules: [boolean, string, string, string, { limit: number; actual: number }?][] = [
    [
      card !== undefined && media.length > 0,
      'article',
      'article_with_media',
      'LinkedIn takes a link card or media in one post, not both.',
      hasMedia,
    ],
    [
      question !== undefined && media.length > 0,
      'poll',
      'poll_with_media',
      'LinkedIn takes a poll or media in one post, not both.',
      hasMedia,
    ],
    [
      question !== undefined && card !== undefined,
      'poll',
      'poll_with_article',
      'LinkedIn takes a poll or a link card in one post, not both.',
    ],
    [
      question !== undefined && new Set(question.options).size < question.options.length,
      'poll.options',
      'poll_options_not_unique',
      'The options of a poll must differ.',
    ],
    [
      new Set(mentions.map(({ name }) => name)).size < mentions.length,
      'mentions',
      'mentions_not_unique',
      'A name can stand for one page only.',
    ],
    ...mentions.map((one, index): [boolean, string, string, string] => [
      !isMentioned(text, one),
      `mentions.${index}.name`,
      'mention_not_in_text',
      `The text has no "@${one.name}".`,
    ]),
  ];
  return rules.flatMap(([isBroken, option, rule, message, bound]) =>
    isBroken ? [{ field: 'platformOptions', option, rule, message, ...bound }] : [],
  );
}

/** LinkedIn describes pictures alone. A video's text is for the platforms that take it. */
export function altTextViolations({ media }: PublicationDraft): RuleViolation[] {
  return media.flatMap(({ facts, altText }, mediaIndex) =>
    facts.kind === 'VIDEO' && altText !== null && altText !== ''
      ? [
          {
            field: 'media' as const,
            mediaIndex,
            rule: 'alt_text_not_sent',
            message: 'LinkedIn takes no alternative text for videos: it is left out there.',
            severity: 'warning' as const,
          },
        ]
      : [],
  );
}

/** The media that go to LinkedIn for it, those that options name behind the others. */
export function itemsOf({ media, optionMedia, replyTo }: Publication): PublicationMedia[] {
  const thumbnail = optionMedia[thumbnailPath];
  return replyTo !== null ? [] : [...media, ...(thumbnail === undefined ? [] : [thumbnail])];
}

/** Whether a picture is named that is not there. */
export function lacksThumbnail({ options, optionMedia, replyTo }: Publication): boolean {
  if (replyTo !== null || optionMedia[thumbnailPath] !== undefined) return false;
  return readOptions(options).article?.thumbnailMediaId !== undefined;
}

/** The body of the call that publishes a post. `urns` are those of `itemsOf`, in their order. */
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

/** A post's text as LinkedIn is given it. */
export function commentaryOf({ text, options }: Publication): string {
  return toLittle(text, readOptions(options).mentions);
}

function contentOf(
  { article: card, poll: question }: LinkedInOptions,
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
  const items = urns.map((id, index) => {
    const item = media[index];
    return { id, ...(item?.altText && item.kind !== 'VIDEO' && { altText: item.altText }) };
  });
  return others.length === 0 ? { media: items[0] } : { multiImage: { images: items } };
}
