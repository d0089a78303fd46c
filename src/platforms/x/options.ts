import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { brokenRules, type OptionRule } from '../kit/draft-rules.js';
import { platformOptions } from '../kit/options.js';
import type { Publication, PublicationDraft, RuleViolation } from '../kit/platform.js';
import { postIdIn } from './address.js';
import { quotesRule, summonsRule } from './api.js';

/** A poll, with the limits in X's own schema of a post. */
const poll = z.strictObject({
  options: z
    .array(z.string().trim().min(1).max(25))
    .min(2)
    .max(4)
    .meta({ title: 'Answers', description: 'The possible answers. They must all be different.' }),
  durationMinutes: z.int().min(5).max(10_080).meta({
    title: 'Voting time (minutes)',
    description: 'How long people can vote, in minutes: 5 minutes to 7 days.',
  }),
});
const userId = z.string().regex(/^[0-9]{1,19}$/);
const postReferenceCharsMax = 200;
const postReference = z
  .string()
  .max(postReferenceCharsMax)
  .refine((text) => postIdIn(text) !== null, 'must be the URL or the id of a post');

/** The schema of a post's `platformOptions`. */
export const xOptionsSchema = platformOptions('X', {
  replySettings: z
    .enum(['everyone', 'following', 'mentionedUsers', 'subscribers', 'verified'])
    .optional()
    .meta({ title: 'Who can reply', description: 'Who may reply. Default: everyone.' }),
  madeWithAi: z
    .boolean()
    .optional()
    .meta({ title: 'Made with AI', description: 'Labels the post as made with AI.' }),
  paidPartnership: z
    .boolean()
    .optional()
    .meta({ title: 'Paid partnership', description: 'Labels the post as a paid partnership.' }),
  communityId: z
    .string()
    .regex(/^[0-9]{1,19}$/)
    .optional()
    .meta({ title: 'Community', description: 'The id of the community to post in.' }),
  shareWithFollowers: z.boolean().optional().meta({
    title: 'Share with followers',
    description: 'Also shows a community post to the account’s followers. Requires communityId.',
  }),
  poll: poll.optional().meta({ title: 'Poll', description: 'A poll. Not together with media.' }),
  quotePost: postReference.optional().meta({
    title: 'Post to quote',
    description:
      'The post to quote: the URL of its page, or its id. Not together with media or a poll. X accepts quotes only from apps of its enterprise customers.',
  }),
  replyToPost: postReference.optional().meta({
    title: 'Post to reply to',
    description:
      'The post that this one replies to: the URL of its page, or its id. X lets self-serve apps reply only to authors who have mentioned or quoted the account.',
  }),
  taggedUserIds: z
    .array(userId)
    .min(1)
    .max(10)
    .optional()
    .meta({ title: 'Tagged users', description: 'The ids of users to tag in the media.' }),
  forSuperFollowersOnly: z.boolean().optional().meta({
    title: 'Subscribers only',
    description: 'Shows the post only to the account’s paying subscribers.',
  }),
  longPost: z.boolean().optional().meta({
    title: 'Long post',
    description:
      'Allows 25,000 characters instead of 280. X rejects long posts from accounts without a paid subscription that includes them.',
  }),
});

/** The violations of rules that the schema of a single option cannot express. */
export function xOptionViolations({ options, media }: PublicationDraft): RuleViolation[] {
  const given = xOptionsSchema.safeParse(options ?? {}).data;
  if (given === undefined) return [];
  return brokenRules([
    [
      given.poll !== undefined && media.length > 0,
      'poll',
      'poll_with_media',
      'An X post can have a poll or media, not both.',
      { limit: 0, actual: media.length },
    ],
    [
      given.poll !== undefined && new Set(given.poll.options).size < given.poll.options.length,
      'poll.options',
      'poll_options_not_unique',
      'The options of a poll must all be different.',
    ],
    [
      given.quotePost !== undefined && media.length > 0,
      'quotePost',
      'quote_with_media',
      'An X post can quote a post or have media, not both.',
      { limit: 0, actual: media.length },
    ],
    [
      given.quotePost !== undefined && given.poll !== undefined,
      'quotePost',
      'quote_with_poll',
      'An X post can quote a post or have a poll, not both.',
    ],
    [
      given.taggedUserIds !== undefined && media.length === 0,
      'taggedUserIds',
      'tagged_users_without_media',
      'Users can only be tagged in media, and the post has none.',
    ],
    [
      given.shareWithFollowers !== undefined && given.communityId === undefined,
      'shareWithFollowers',
      'share_without_community',
      'shareWithFollowers is for community posts: set communityId as well.',
    ],
  ]);
}

/** Warns about options that X accepts only from some apps. The API does not say which apps these are. */
export function xAccessWarnings({ options }: PublicationDraft): RuleViolation[] {
  const given = xOptionsSchema.safeParse(options ?? {}).data;
  const rules: OptionRule[] = [
    [
      given?.quotePost !== undefined,
      'quotePost',
      'quote_may_be_rejected',
      `X may reject the post: ${quotesRule}`,
    ],
    [
      given?.replyToPost !== undefined,
      'replyToPost',
      'reply_may_be_rejected',
      `X may reject the reply: ${summonsRule}`,
    ],
  ];
  return brokenRules(rules).map((rule) => ({ ...rule, severity: 'warning' }));
}

/** The id of the post or comment that a publication replies to: its own parent, or that of its options. */
export function parentIdOf({ replyTo, options }: Pick<Publication, 'replyTo' | 'options'>): string | null {
  return replyTo?.externalPostId ?? idOf(options, 'replyToPost');
}

/** The id of the post that a publication quotes. */
export function quotedIdOf({ options }: Pick<Publication, 'options'>): string | null {
  return idOf(options, 'quotePost');
}

function idOf(options: JsonObject | null, name: 'quotePost' | 'replyToPost'): string | null {
  return postIdIn(xOptionsSchema.safeParse(options ?? {}).data?.[name] ?? '');
}

/** The options as fields of a request. For "everyone" the field is left out. */
export function toXFields(
  publication: Pick<Publication, 'replyTo' | 'options'>,
  mediaIds: readonly string[],
): Record<string, unknown> {
  const given = xOptionsSchema.parse(publication.options ?? {});
  const parentId = parentIdOf(publication);
  const { replySettings, taggedUserIds } = given;
  const media = {
    media_ids: mediaIds,
    ...(taggedUserIds && { tagged_user_ids: taggedUserIds }),
  };
  const fields = {
    media: mediaIds.length === 0 ? undefined : media,
    reply_settings: replySettings === 'everyone' ? undefined : replySettings,
    made_with_ai: given.madeWithAi,
    paid_partnership: given.paidPartnership,
    community_id: given.communityId,
    share_with_followers: given.shareWithFollowers,
    for_super_followers_only: given.forSuperFollowersOnly,
    poll: given.poll && { options: given.poll.options, duration_minutes: given.poll.durationMinutes },
    quote_tweet_id: quotedIdOf(publication) ?? undefined,
    reply: parentId === null ? undefined : { in_reply_to_tweet_id: parentId },
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
