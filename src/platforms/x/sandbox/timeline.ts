import { z } from 'zod';
import type { Call } from '../../../sandbox/call.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { fieldsIn, listOf, postFields, tweetFields, type FieldQuery } from './fields.js';
import { rendered, shortLink, urlEntities, weightedLength } from './text.js';

const shownLengthMax = 280;
const shownCharsOfNote = 270;

/** The query of a timeline. Unknown fields are rejected. */
const timelineSchema = z.strictObject({
  start_time: z.iso.datetime().default('1970-01-01T00:00:00Z'),
  max_results: z.coerce.number().int().min(5).max(100).default(10),
  pagination_token: z.string().regex(/^\d+$/).default('0'),
  exclude: listOf(['retweets', 'replies']),
});
const expansions = ['attachments.media_keys', 'attachments.poll_ids', 'author_id'];
const querySchema = z.union([
  timelineSchema.extend(tweetFields(expansions)),
  timelineSchema.extend(postFields(expansions)),
]);

/** A link to another post is at the end of a text that quotes it. */
const quotedUrl = (id: string): string => `https://x.com/i/status/${id}`;
const pollSchema = z.object({ id: z.string(), options: z.array(z.string()) });

/** Lists the posts of an account, newest first. */
export function listTweets({ c, store, dialect }: Call): Response {
  const query = querySchema.safeParse(c.req.query()).data;
  if (query === undefined) return dialect.reject();
  const since = Date.parse(query.start_time);
  const tweets = store
    .list({ platform: 'X', accountId: c.req.param('id') ?? '' })
    .filter(({ publishedAt }) => Date.parse(publishedAt) >= since)
    .filter(({ parentId }) => parentId === null || !query.exclude.includes('replies'));
  const start = Number(query.pagination_token);
  const page = tweets.slice(start, start + query.max_results);
  const end = start + page.length;
  const meta = { result_count: page.length, ...(end < tweets.length ? { next_token: String(end) } : {}) };
  if (page.length === 0) return Response.json({ meta });
  const polls = query.expansions.includes('attachments.poll_ids') ? page.flatMap(pollOf) : [];
  return Response.json({
    data: page.map((post) => toTweet(post, fieldsIn(query))),
    ...(polls.length > 0 ? { includes: { polls: polls.map(toPoll) } } : {}),
    meta,
  });
}

/** A post with the requested fields, and those that the expansions add. Empty fields are left out, as on X. */
export function toTweet(
  post: StoredPublication,
  { spelling, fields, expansions }: FieldQuery,
  id: string = post.externalPostId,
): object {
  const asked = new Set<string>([...fields, ...expansions.map((name) => name.replace(/\..*$/, ''))]);
  const { accountId, parentId, publishedAt } = post;
  const quotedId = z.string().safeParse(post.extra['quotedId']).data;
  const text = quotedId === undefined ? post.text : `${post.text} ${quotedUrl(quotedId)}`.trim();
  const mediaKeys = post.extra['mediaKeys'];
  const hasMedia = post.media.length > 0;
  const [poll] = pollOf(post);
  const shown = rendered(text);
  const isNote = weightedLength(text) > shownLengthMax;
  const cut = isNote ? `${[...shown].slice(0, shownCharsOfNote).join('')}… ${shortLink(id)}` : shown;
  const urls = urlEntities(text);
  const references = [
    ...(parentId === null ? [] : [{ type: 'replied_to', id: parentId }]),
    ...(quotedId === undefined ? [] : [{ type: 'quoted', id: quotedId }]),
  ];
  const optional = {
    attachments:
      hasMedia || poll !== undefined
        ? { ...(hasMedia && { media_keys: mediaKeys }), ...(poll && { poll_ids: [poll.id] }) }
        : undefined,
    author_id: accountId,
    conversation_id: post.rootId ?? id,
    created_at: publishedAt,
    edit_controls: editControlsOf(post),
    entities: urls.length > 0 ? { urls } : undefined,
    [spelling.note]: isNote ? { text: shown, ...(urls.length > 0 && { entities: { urls } }) } : undefined,
    [spelling.references]: references.length === 0 ? undefined : references,
  };
  return {
    id,
    text: hasMedia ? `${cut} ${shortLink(id)}`.trim() : cut,
    [spelling.history]: [...post.earlierIds, post.externalPostId],
    ...Object.fromEntries(
      Object.entries(optional).filter(([name, value]) => asked.has(name) && value !== undefined),
    ),
  };
}

const editableMs = 60 * 60 * 1000;
const editsMax = 5;

/** Whether and how long a post can be edited. */
export function editControlsOf({ extra, publishedAt, earlierIds }: StoredPublication) {
  return {
    is_edit_eligible: extra['isEditable'] !== false,
    editable_until: new Date(Date.parse(publishedAt) + editableMs).toISOString(),
    edits_remaining: editsMax - earlierIds.length,
  };
}

function pollOf({ extra }: StoredPublication): z.infer<typeof pollSchema>[] {
  const poll = pollSchema.safeParse(extra['poll']).data;
  return poll === undefined ? [] : [poll];
}

function toPoll({ id, options }: z.infer<typeof pollSchema>): object {
  return { id, options: options.map((label, index) => ({ position: index + 1, label, votes: 0 })) };
}
