import { z } from 'zod';
import { platformOptions, valueTitles } from '../kit/options.js';
import type { PublicationDraft, RuleViolation } from '../kit/platform.js';
import { countGraphemes, utf8Bytes } from '../kit/text.js';
import { webAddressSchema } from '../kit/web-address.js';
import { postCollection } from './xrpc.js';

export const tagGraphemesMax = 64;
export const tagBytesMax = 640;
/** The lexicon's limit on the rules of one thread gate, including lists. */
const replyRulesMax = 5;

/** A well-formed BCP 47 tag, except a few tags that were registered before BCP 47. */
const languageTag =
  /^([A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}|[A-Za-z]{4,8})(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(-[0-9A-WYZa-wyz](-[A-Za-z0-9]{2,8})+)*(-[xX](-[A-Za-z0-9]{1,8})+)?$/;

const repo = '(?:did:[a-z]+:[a-zA-Z0-9._:%-]{1,256}|[a-zA-Z0-9][a-zA-Z0-9.-]{0,251}[a-zA-Z0-9])';
const rkey = '[a-zA-Z0-9._:~-]{1,512}';
const listUri = new RegExp(`^at://${repo}/app\\.bsky\\.graph\\.list/${rkey}$`);
const postUri = new RegExp(
  `^(?:at://(${repo})/app\\.bsky\\.feed\\.post|https://bsky\\.app/profile/(${repo})/post)/(${rkey})$`,
);

const tagSchema = z
  .string()
  .min(1)
  .superRefine((tag, context) => {
    for (const [unit, limit, actual] of [
      ['characters', tagGraphemesMax, countGraphemes(tag)],
      ['bytes', tagBytesMax, utf8Bytes(tag)],
    ] as const) {
      if (actual <= limit) continue;
      const message = `must have at most ${limit} ${unit}`;
      context.addIssue({ code: 'custom', message, params: { limit, actual } });
    }
  });

/** The rules for replies by others. One matching rule is enough. */
const replyRulesSchema = z
  .strictObject({
    mentioned: z.boolean().optional().meta({
      title: 'Accounts mentioned in the post',
      description: 'Accounts mentioned in the post may reply.',
    }),
    followers: z
      .boolean()
      .optional()
      .meta({ title: 'Followers of the account', description: 'Followers of the account may reply.' }),
    following: z.boolean().optional().meta({
      title: 'Accounts that the account follows',
      description: 'Accounts that the account follows may reply.',
    }),
    lists: z.array(z.string().regex(listUri, 'must be the at:// URI of a list')).optional().meta({
      title: 'Members of lists',
      description: 'Members of these lists may reply. Each list is given by its at:// URI.',
    }),
  })
  .superRefine((rules, context) => {
    const actual = countReplyRules(rules);
    if (actual === 0) {
      context.addIssue({
        code: 'custom',
        message: 'must say who may reply; use "nobody" to let no one reply',
      });
    }
    if (actual > replyRulesMax) {
      const message = `may have at most ${replyRulesMax} rules; each list counts as one`;
      context.addIssue({ code: 'custom', message, params: { limit: replyRulesMax, actual } });
    }
  });
type ReplyRules = z.infer<typeof replyRulesSchema>;

function countReplyRules({ mentioned, followers, following, lists = [] }: ReplyRules): number {
  return [mentioned, followers, following].filter((rule) => rule === true).length + lists.length;
}

const externalSchema = z.strictObject({
  uri: webAddressSchema.meta({ title: 'URL', description: 'The URL that the card links to.' }),
  title: z.string().min(1).max(300).meta({ title: 'Title', description: 'The title on the card.' }),
  description: z
    .string()
    .max(1_000)
    .meta({ title: 'Description', description: 'The text below the title. It may be empty.' }),
});
export type BlueskyExternal = z.infer<typeof externalSchema>;

/** The schema of a post's `platformOptions`. */
export const blueskyOptionsSchema = platformOptions('BLUESKY', {
  langs: z
    .array(z.string().max(100).regex(languageTag, 'must be a BCP 47 language tag'))
    .max(3)
    .optional()
    .meta({
      title: 'Languages',
      description: 'The languages of the post, as BCP 47 tags such as "en" or "pt-BR".',
    }),
  labels: z
    .array(
      z.enum(['porn', 'sexual', 'nudity', 'graphic-media', '!no-unauthenticated']).meta(
        valueTitles({
          porn: 'Adult content',
          sexual: 'Sexually suggestive',
          nudity: 'Nudity',
          'graphic-media': 'Graphic media',
          '!no-unauthenticated': 'Only for people who are signed in',
        }),
      ),
    )
    .max(10)
    .optional()
    .meta({ title: 'Content warnings', description: 'Content warnings for the post.' }),
  tags: z.array(tagSchema).max(8).optional().meta({
    title: 'Additional hashtags',
    description: 'Additional hashtags that do not appear in the text.',
  }),
  replyGate: z
    .union([z.enum(['everyone', 'nobody']), replyRulesSchema])
    .optional()
    .meta({
      title: 'Who can reply',
      description:
        'Who may reply, besides the author. Default: everyone. With an object, an account may reply if one of its rules matches.',
    }),
  disableQuotes: z
    .boolean()
    .optional()
    .meta({ title: 'Turn off quotes', description: 'If true, nobody can quote the post.' }),
  external: externalSchema.optional().meta({
    title: 'Link card',
    description: 'A link to show as a card. If the post has an image, the card shows it.',
  }),
  quoteUri: z.string().regex(postUri, 'must be the URL or at:// URI of a post').optional().meta({
    title: 'Post to quote',
    description: 'The post to quote: its at:// URI, or the URL of its page on bsky.app.',
  }),
});
export type BlueskyOptions = z.infer<typeof blueskyOptionsSchema>;
export type ReplyGate = NonNullable<BlueskyOptions['replyGate']>;

/** Splits a post's URL or URI into its parts. Null if it is neither. */
export function postAddress(uri: string): { repo: string; collection: string; rkey: string } | null {
  const match = postUri.exec(uri);
  const owner = match?.[1] ?? match?.[2];
  const key = match?.[3];
  return owner === undefined || key === undefined
    ? null
    : { repo: owner, collection: postCollection, rkey: key };
}

/** The violations of a post with a link card. A record holds one embed, so the only image is that of the card. */
export function cardViolations({ options, media }: PublicationDraft): RuleViolation[] {
  if (options?.['external'] === undefined) return [];
  const isFit = media.length === 0 || (media.length === 1 && media[0]?.facts.kind === 'IMAGE');
  if (isFit) return [];
  const message =
    'A post with a link card can have one image, which is shown on the card, and no other media.';
  return [
    {
      field: 'platformOptions',
      option: 'external',
      rule: 'link_card_with_media',
      message,
      limit: 1,
      actual: media.length,
    },
  ];
}
