import { isSuccess, type PlatformAnswer } from '../kit/call.js';
import { onFailure } from '../kit/failure.js';

/**
 * The requested fields of a post, in the two spellings of the API: documentation from before August 2026 names fields
 * after tweets, later documentation after posts, and neither says which of them a server accepts.
 */
const dialects = [
  { parameter: 'tweet.fields', fields: 'attachments,created_at,entities,note_tweet,referenced_tweets' },
  { parameter: 'post.fields', fields: 'attachments,created_at,entities,note_post,referenced_posts' },
] as const;
export type Dialect = (typeof dialects)[number];

/** Makes a call in the spelling that the server accepts. */
export type Speaker = (call: (dialect: Dialect) => Promise<PlatformAnswer>) => Promise<PlatformAnswer>;

export function createSpeaker(): Speaker {
  // The spelling is remembered, because a server's spelling does not change from call to call.
  let spoken: Dialect = dialects[0];
  return async (call) => {
    const other = dialects.find((dialect) => dialect !== spoken) ?? spoken;
    const first = await call(spoken);
    if (first.status !== 400) return first;
    const second = await onFailure(call(other), () => first);
    if (!isSuccess(second)) return first;
    spoken = other;
    return second;
  };
}
