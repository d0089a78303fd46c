import { z } from 'zod';

/** The names that differ between the descriptions of the API: OpenAPI up to 2.166, and from 2.167. */
const tweets = {
  note: 'note_tweet',
  references: 'referenced_tweets',
  history: 'edit_history_tweet_ids',
} as const;
const posts = {
  note: 'note_post',
  references: 'referenced_posts',
  history: 'edit_history_post_ids',
} as const;

export interface FieldQuery {
  spelling: typeof tweets | typeof posts;
  fields: readonly string[];
  expansions: readonly string[];
}

/** A list of known names, separated by commas. */
export function listOf<const T extends readonly string[]>(names: T) {
  return z
    .string()
    .transform((words) => words.split(','))
    .pipe(z.array(z.enum(names)))
    .default([]);
}

const shared = [
  'attachments',
  'conversation_id',
  'created_at',
  'edit_controls',
  'entities',
  'id',
  'public_metrics',
  'text',
] as const;
const ofTweets = [...shared, ...Object.values(tweets), 'author_id', 'in_reply_to_user_id'] as const;
/** A post's author and its references are not fields, but the expansions return them. */
const ofPosts = [...shared, posts.note] as const;

/** The fields and expansions of a query in each spelling. A server knows only one, so a mixture is rejected. */
export const tweetFields = (expansions: readonly string[]) => ({
  'tweet.fields': listOf(ofTweets),
  expansions: listOf([...expansions, 'referenced_tweets.id']),
});
export const postFields = (expansions: readonly string[]) => ({
  'post.fields': listOf(ofPosts),
  expansions: listOf([...expansions, posts.references]),
});

/** The fields that a parsed query asks for. */
export function fieldsIn(
  query: { expansions: string[] } & ({ 'tweet.fields': string[] } | { 'post.fields': string[] }),
): FieldQuery {
  const { expansions } = query;
  return 'tweet.fields' in query
    ? { spelling: tweets, fields: query['tweet.fields'], expansions }
    : { spelling: posts, fields: query['post.fields'], expansions };
}
