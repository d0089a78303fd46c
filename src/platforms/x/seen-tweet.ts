import { z } from 'zod';

/** Treats a missing or malformed field as not returned, so that it does not make the whole post unreadable. */
function lenient<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined);
}

const entitiesSchema = z.object({
  urls: lenient(
    z.array(
      z.object({
        url: z.string(),
        expanded_url: lenient(z.string()),
        unwound_url: lenient(z.string()),
      }),
    ),
  ),
});
const referencesSchema = z.array(z.object({ type: z.string(), id: z.string() }));
const noteSchema = z.object({ text: z.string(), entities: lenient(entitiesSchema) });

/** A post in a response. X names some fields after tweets or after posts, depending on its version. */
export const rawTweetSchema = z.object({
  id: z.string().regex(/^\d+$/),
  text: z.string(),
  created_at: lenient(z.string()),
  entities: lenient(entitiesSchema),
  referenced_tweets: lenient(referencesSchema),
  referenced_posts: lenient(referencesSchema),
  edit_history_tweet_ids: lenient(z.array(z.string())),
  edit_history_post_ids: lenient(z.array(z.string())),
  note_tweet: lenient(noteSchema),
  note_post: lenient(noteSchema),
  attachments: lenient(
    z.object({ media_keys: lenient(z.array(z.string())), poll_ids: lenient(z.array(z.string())) }),
  ),
});

/** A post of the account as its timeline returns it. A field is undefined if it was not returned. */
export interface SeenTweet {
  id: string;
  /** The whole text even of a long post, if the response contains it. */
  text: string;
  /**
   * Whether X returned the time, which it does if it respects the requested fields. Otherwise a missing field
   * means nothing.
   */
  honoursFields: boolean;
  /** The targets of the t.co links. */
  urls: { url: string; expandedUrl: string | undefined; unwoundUrl: string | undefined }[];
  references: { type: string; id: string }[] | undefined;
  /** The ids of all versions, the oldest first. Empty if they were not returned. */
  history: string[];
  attachments: { mediaKeys: string[] | undefined; pollIds: string[] } | undefined;
}

const timelineSchema = z
  .object({
    /** Missing if the list is empty. Then only `meta` shows that the response is a list. */
    data: z.array(z.unknown()).nullish(),
    meta: z.object({ next_token: z.string().nullish() }).nullish(),
    includes: lenient(
      z.object({
        polls: lenient(
          z.array(
            z.object({
              id: z.string(),
              options: z.array(z.object({ position: z.number(), label: z.string() })),
            }),
          ),
        ),
      }),
    ),
  })
  .refine(({ data, meta }) => Boolean(data) || Boolean(meta));

export interface TimelinePage {
  tweets: SeenTweet[];
  /** The option labels of the polls in the response, in order, by poll id. */
  polls: Map<string, string[]>;
  nextToken: string | null;
}

/** A page of the timeline. Unreadable posts are left out. */
export const timelinePageSchema = timelineSchema.transform(({ data, meta, includes }): TimelinePage => ({
  tweets: (data ?? []).flatMap((item) => {
    const raw = rawTweetSchema.safeParse(item).data;
    return raw === undefined ? [] : [toSeen(raw)];
  }),
  polls: new Map(
    (includes?.polls ?? []).map(({ id, options }) => [
      id,
      options.toSorted((a, b) => a.position - b.position).map(({ label }) => label),
    ]),
  ),
  nextToken: meta?.next_token ?? null,
}));

export function toSeen(raw: z.infer<typeof rawTweetSchema>): SeenTweet {
  const note = raw.note_tweet ?? raw.note_post;
  const urls = [...(note?.entities?.urls ?? []), ...(raw.entities?.urls ?? [])];
  return {
    id: raw.id,
    text: note?.text ?? raw.text,
    honoursFields: raw.created_at !== undefined,
    urls: urls.map(({ url, expanded_url: expandedUrl, unwound_url: unwoundUrl }) => ({
      url,
      expandedUrl,
      unwoundUrl,
    })),
    references: raw.referenced_tweets ?? raw.referenced_posts,
    history: raw.edit_history_tweet_ids ?? raw.edit_history_post_ids ?? [],
    attachments: raw.attachments && {
      mediaKeys: raw.attachments.media_keys,
      pollIds: raw.attachments.poll_ids ?? [],
    },
  };
}
