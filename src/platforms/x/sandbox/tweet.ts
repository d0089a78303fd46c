import { z } from 'zod';
import { weightedLength } from './text.js';

const numericId = z.string().regex(/^\d{1,19}$/);
const textLengthMax = 25_000;

/** The body of PUT /2/tweets/{id}/hidden. */
export const hiddenSchema = z.strictObject({ hidden: z.boolean() });

/** The body of a new post, as X documents it. Unknown fields are rejected. */
export const createSchema = z
  .strictObject({
    text: z.string().min(1).optional(),
    media: z
      .strictObject({
        media_ids: z.array(numericId).min(1).max(4),
        tagged_user_ids: z.array(numericId).max(10).optional(),
      })
      .optional(),
    poll: z
      .strictObject({
        options: z.array(z.string().min(1).max(25)).min(2).max(4),
        duration_minutes: z.int().min(5).max(10_080),
      })
      .optional(),
    reply: z.strictObject({ in_reply_to_tweet_id: numericId }).optional(),
    quote_tweet_id: numericId.optional(),
    reply_settings: z.enum(['following', 'mentionedUsers', 'subscribers', 'verified']).optional(),
    made_with_ai: z.boolean().optional(),
    paid_partnership: z.boolean().optional(),
    community_id: z.string().optional(),
    share_with_followers: z.boolean().optional(),
    for_super_followers_only: z.boolean().optional(),
    edit_options: z.strictObject({ previous_post_id: numericId }).optional(),
  })
  .refine(({ text, media }) => text !== undefined || media !== undefined)
  .refine(
    ({ poll, media, quote_tweet_id: quoted }) =>
      [poll, media, quoted].filter((part) => part !== undefined).length <= 1,
  )
  .refine(({ text = '' }) => weightedLength(text) <= textLengthMax);

type Tweet = z.infer<typeof createSchema>;

const repliers = {
  following: 'accounts that the author follows',
  mentionedUsers: 'accounts that are mentioned',
  subscribers: 'subscribers',
  verified: 'verified accounts',
};

/** The visible parts of a post besides its text and media. */
export function shownOf(tweet: Tweet): Record<string, string> {
  const { poll, reply_settings: replySettings, media } = tweet;
  const tagged = media?.tagged_user_ids?.length ?? 0;
  return {
    ...(tweet.quote_tweet_id !== undefined && { Quotes: `post ${tweet.quote_tweet_id}` }),
    ...(poll && { Poll: poll.options.join(', '), 'Open for': minutesInWords(poll.duration_minutes) }),
    ...(tweet.community_id !== undefined && { 'Posted in': 'a community' }),
    ...(tweet.for_super_followers_only === true && { 'Visible to': 'subscribers' }),
    ...(replySettings && { 'Who may reply': repliers[replySettings] }),
    ...(tagged > 0 && { Tagged: tagged === 1 ? 'one user' : `${tagged} users` }),
    ...(tweet.paid_partnership === true && { Label: 'paid partnership' }),
    ...(tweet.made_with_ai === true && { AI: 'labeled by its author' }),
  };
}

function minutesInWords(minutes: number): string {
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
