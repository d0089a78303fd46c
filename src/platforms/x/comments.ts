import { z } from 'zod';
import { callApi } from '../kit/api-call.js';
import { readSuccess, successOf } from '../kit/call.js';
import type {
  CommentChangeAnswer,
  CommentedPost,
  CommentsAnswer,
  PlatformComment,
  PlatformComments,
} from '../kit/comments.js';
import { xFailure, type XSession } from './api.js';
import { toAddress } from './address.js';
import { moderateScope } from './connect.js';
import type { Speaker } from './dialect.js';
import { readReference } from './reference.js';
import { rawTweetSchema, toSeen, type SeenTweet } from './seen-tweet.js';
import { decodeEntities } from './text.js';

/** Most polls find nothing new but still pay for their first page, so it is as short as X allows. */
const firstPageSize = 10;
const pageSize = 100;
const hourMs = 60 * 60 * 1000;
/** Recent search covers the last seven days. The hour allows for differences between X's clock and ours. */
const listedForMs = 7 * 24 * hourMs - hourMs;

/**
 * Lists replies of any depth, from a recent search for the conversation, newest first. Each returned reply is
 * billed, even if we know it. A missing post looks the same as one without replies.
 */
export function xComments(speak: Speaker): PlatformComments<XSession> {
  return {
    paidReads: true,
    // X allows a user at most 300 calls in 15 minutes, and an app 450 for all of its users.
    callsPerHourMax: 60,
    newestFirst: true,
    listedForMs,
    hiding: { scope: moderateScope, set: setHidden },
    list: (session, post, cursor) => search(speak, session, post, cursor),
  };
}

const hiddenSchema = z.object({ data: z.object({ hidden: z.boolean() }) });

/** Works for replies in conversations that the account began. A repeat is a success, too. */
async function setHidden(session: XSession, id: string, isHidden: boolean): Promise<CommentChangeAnswer> {
  const answer = await callApi(session, {
    method: 'PUT',
    path: `/2/tweets/${encodeURIComponent(id)}/hidden`,
    json: { hidden: isHidden },
  });
  if (readSuccess(answer, hiddenSchema)?.data.hidden === isHidden) return { kind: 'changed' };
  return answer.status === 404 ? { kind: 'gone' } : xFailure(answer, session.clock);
}

const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string().optional(),
  profile_image_url: z.string().optional(),
});
type User = z.infer<typeof userSchema>;

/** An empty list has no `data`, so only `meta` shows that the response is a list. */
const pageSchema = z
  .object({
    data: z.array(z.unknown()).nullish(),
    meta: z.object({ next_token: z.string().nullish() }).nullish(),
    includes: z
      .object({ users: z.array(z.unknown()).optional() })
      .optional()
      .catch(undefined),
  })
  .refine(({ data, meta }) => Boolean(data) || Boolean(meta));

async function search(
  speak: Speaker,
  session: XSession,
  post: CommentedPost,
  cursor: string | null,
): Promise<CommentsAnswer> {
  const answer = await speak(['author_id'], (fields) => {
    const query = {
      // The second term excludes the post itself, which would be found and billed too.
      query: `conversation_id:${conversationOf(post)} is:reply`,
      max_results: String(cursor === null ? firstPageSize : pageSize),
      sort_order: 'recency',
      ...fields,
      'user.fields': 'name,profile_image_url,username',
      ...(cursor === null ? {} : { next_token: cursor }),
    };
    return callApi(session, { method: 'GET', path: '/2/tweets/search/recent', query });
  });
  const page = successOf(answer, pageSchema, (refusal) => xFailure(refusal, session.clock));
  const users = new Map(
    (page.includes?.users ?? [])
      .flatMap((item) => userSchema.safeParse(item).data ?? [])
      .map((user) => [user.id, user]),
  );
  const shown = page.data ?? [];
  return {
    kind: 'page',
    comments: shown.flatMap((item) => toComment(session, post, item, users) ?? []),
    cursor: page.meta?.next_token ?? null,
    ...(shown.some((item) => !replySchema.safeParse(item).success) && { isPartial: true }),
  };
}

/** The id of the conversation, which stays that of the first version if the post is edited. */
function conversationOf({ externalPostId, reference }: CommentedPost): string {
  return readReference(reference).earlierIds[0] ?? externalPostId;
}

const replySchema = rawTweetSchema.extend({
  author_id: z.string(),
  created_at: z.string().refine((value) => !Number.isNaN(Date.parse(value))),
});

function toComment(
  session: XSession,
  { externalPostId, reference }: CommentedPost,
  item: unknown,
  users: ReadonlyMap<string, User>,
): PlatformComment | null {
  const raw = replySchema.safeParse(item).data;
  if (raw === undefined || raw.id === externalPostId) return null;
  const { id, author_id: authorId, created_at: createdAt } = raw;
  const seen = toSeen(raw);
  const parentId = seen.references?.find(({ type }) => type === 'replied_to')?.id;
  const versions: readonly (string | undefined)[] = [externalPostId, ...readReference(reference).earlierIds];
  const user = users.get(authorId);
  return {
    externalCommentId: id,
    parentExternalId: parentId === undefined || versions.includes(parentId) ? null : parentId,
    author: {
      externalId: authorId,
      handle: user?.username ?? null,
      name: user?.name ?? null,
      avatarUrl: user?.profile_image_url ?? null,
    },
    mine: authorId === session.externalAccountId,
    // Only an attempt shows whether X lets an app answer a reply.
    canReply: true,
    text: wordsOf(seen, session),
    postedAt: new Date(createdAt),
    externalUrl: toAddress(session, user?.username ?? 'i', id),
    reference: null,
  };
}

/**
 * The text as people see it: with the original links, and without our own handle, which X puts before a reply to us.
 */
function wordsOf({ text, urls }: SeenTweet, { handle }: XSession): string {
  let words = decodeEntities(text);
  for (const { url, expandedUrl } of urls) {
    if (expandedUrl !== undefined) words = words.replaceAll(url, () => expandedUrl);
  }
  const name = `@${handle.replace(/^@/, '')} `.toLowerCase();
  return words.toLowerCase().startsWith(name) ? words.slice(name.length) : words;
}
