import { isSuccess, type PlatformAnswer } from '../kit/call.js';
import { onFailure } from '../kit/failure.js';

/**
 * The requested fields of a post, in the two spellings of the API: OpenAPI descriptions up to 2.166 name fields after
 * tweets, those from 2.167 after posts, and neither says which of them a server accepts. In the later one, the posts
 * that a post refers to are not a field: they are returned with the expansion.
 */
const dialects = [
  {
    parameter: 'tweet.fields',
    fields: 'attachments,created_at,entities,note_tweet,referenced_tweets',
    expansions: [],
  },
  {
    parameter: 'post.fields',
    fields: 'attachments,created_at,entities,note_post',
    expansions: ['referenced_posts'],
  },
] as const;
type Dialect = (typeof dialects)[number];

/** The part of a query that asks for the fields of posts. */
export type FieldQuery = Readonly<Record<string, string>>;

/** Makes a call in the spelling that the server accepts, with further expansions, or with other fields. */
export type Speaker = (
  expansions: readonly string[],
  call: (fields: FieldQuery) => Promise<PlatformAnswer>,
  fields?: string,
) => Promise<PlatformAnswer>;

export function createSpeaker(): Speaker {
  // The spelling is remembered, because a server always uses the same one.
  let spoken: Dialect = dialects[0];
  return async (expansions, call, fields) => {
    const other = dialects.find((dialect) => dialect !== spoken) ?? spoken;
    const first = await call(queryIn(spoken, expansions, fields));
    if (first.status !== 400) return first;
    const second = await onFailure(call(queryIn(other, expansions, fields)), () => first);
    if (!isSuccess(second)) return first;
    spoken = other;
    return second;
  };
}

function queryIn(dialect: Dialect, further: readonly string[], fields: string = dialect.fields): FieldQuery {
  const expansions = [...further, ...dialect.expansions].join(',');
  return { [dialect.parameter]: fields, ...(expansions !== '' && { expansions }) };
}
