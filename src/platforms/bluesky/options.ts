import { z } from 'zod';
import { platformOptions } from '../kit/options.js';
import type { PublicationDraft, RuleViolation } from '../kit/platform.js';
import { countGraphemes, utf8Bytes } from '../kit/text.js';
import { webAddressSchema } from '../kit/web-address.js';
import { postCollection } from './xrpc.js';

export const tagGraphemesMax = 64;
export const tagBytesMax = 640;
/** The lexicon's bound on the rules of one thread gate, lists included. */
const replyRulesMax = 5;

/** Well-formed BCP 47, but for a handful of tags that were registered before it. */
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

/** Who may reply besides the author: whom any of the rules lets in. */
const replyRulesSchema = z
  .strictObject({
    mentioned: z.boolean().optional(),
    followers: z.boolean().optional(),
    following: z.boolean().optional(),
    lists: z
      .array(z.string().regex(listUri, 'must be the at:// address of a list'))
      .optional()
      .describe('Lists of accounts, by their at:// addresses.'),
  })
  .superRefine((rules, context) => {
    const actual = countReplyRules(rules);
    if (actual === 0) {
      context.addIssue({ code: 'custom', message: 'must name who may reply; for no one, say "nobody"' });
    }
    if (actual > replyRulesMax) {
      const message = `may have ${replyRulesMax} rules, each list being one`;
      context.addIssue({ code: 'custom', message, params: { limit: replyRulesMax, actual } });
    }
  });
type ReplyRules = z.infer<typeof replyRulesSchema>;

function countReplyRules({ mentioned, followers, following, lists = [] }: ReplyRules): number {
  return [mentioned, followers, following].filter((rule) => rule === true).length + lists.length;
}

const externalSchema = z.strictObject({
  uri: webAddressSchema,
  title: z.string().min(1).max(300),
  description: z.string().max(1_000),
});
export type BlueskyExternal = z.infer<typeof externalSchema>;

/** `platformOptions` of a post. */
export const blueskyOptionsSchema = platformOptions('BLUESKY', {
  langs: z
    .array(z.string().max(100).regex(languageTag, 'must be a BCP 47 language tag'))
    .max(3)
    .optional()
    .describe('BCP 47 tags of the languages it is written in.'),
  labels: z
    .array(z.enum(['porn', 'sexual', 'nudity', 'graphic-media', '!no-unauthenticated']))
    .max(10)
    .optional()
    .describe('Content warnings that the author gives.'),
  tags: z.array(tagSchema).max(8).optional().describe('Further hashtags, not part of the text.'),
  replyGate: z
    .union([z.enum(['everyone', 'nobody']), replyRulesSchema])
    .optional()
    .describe('Who may reply beside the author, everyone by default: whom any of the rules lets in.'),
  disableQuotes: z.boolean().optional().describe('Nobody may quote it.'),
  external: externalSchema
    .optional()
    .describe('A link to show as a card. The picture of the post, if it has one, stands on the card.'),
  quoteUri: z
    .string()
    .regex(postUri, 'must be the address of a post')
    .optional()
    .describe('The post to quote: its at:// address, or that of its page at bsky.app.'),
});
export type BlueskyOptions = z.infer<typeof blueskyOptionsSchema>;
export type ReplyGate = NonNullable<BlueskyOptions['replyGate']>;

/** The parts of a post's address, of either kind. */
export function postAddress(uri: string): { repo: string; collection: string; rkey: string } | null {
  const match = postUri.exec(uri);
  const owner = match?.[1] ?? match?.[2];
  const key = match?.[3];
  return owner === undefined || key === undefined
    ? null
    : { repo: owner, collection: postCollection, rkey: key };
}

/** A record holds one embed: a card leaves room for one picture, its own. */
export function cardViolations({ options, media }: PublicationDraft): RuleViolation[] {
  if (options?.['external'] === undefined) return [];
  const isFit = media.length === 0 || (media.length === 1 && media[0]?.facts.kind === 'IMAGE');
  if (isFit) return [];
  const message = 'With a link card the post may have one picture, which is shown on the card.';
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
