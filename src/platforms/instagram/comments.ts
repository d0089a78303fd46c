import { z } from 'zod';
import type {
  CommentChangeAnswer,
  CommentsAnswer,
  PlatformComment,
  PlatformComments,
} from '../kit/comments.js';
import { changeComment } from '../kit/meta/change-comment.js';
import { graphPage } from '../kit/meta/graph-list.js';
import { afterReplies, readThreadCursor, threadCursor, type ThreadPlace } from '../kit/thread-cursor.js';
import {
  callInstagram,
  graphCall,
  type InstagramCall,
  type InstagramContext,
  type InstagramSession,
} from './api.js';
import { instagramPush } from './push.js';
import { authorSchema, commentReference, isOurs } from './comment.js';

const pageSize = 50;
/** The number of replies that are read with their comment. Further replies are read separately. */
const firstAnswersMax = 10;
const answersSize = 50;

const commentSchema = z.object({
  id: z.string().min(1),
  text: z.string().nullish(),
  timestamp: z.string().refine((value) => !Number.isNaN(Date.parse(value))),
  username: z.string().nullish(),
  from: authorSchema.catch(null),
  hidden: z.boolean().nullish().catch(null),
});
type ListedComment = z.infer<typeof commentSchema>;
const fields = Object.keys(commentSchema.shape).join(',');

/** A comment on the post, with its first replies. Further replies are read separately. */
const topSchema = commentSchema.extend({
  replies: z
    .object({ data: z.array(z.unknown()) })
    .nullish()
    .catch(null),
});

/** Lists comments of two levels: `GET /{media}/comments`, newest first, with the replies to each. */
export function instagramComments(context: InstagramContext): PlatformComments<InstagramSession> {
  return {
    // The Instagram Platform allows 4,800 calls per day and impression. This leaves most of them for publishing.
    callsPerHourMax: 60,
    // A reply to an old comment is listed with that comment.
    newestFirst: false,
    push: instagramPush(context),
    hiding: {
      closesReplies: true,
      set: (session, id, isHidden) =>
        change(session, id, { method: 'POST', params: { hide: String(isHidden) } }),
    },
    deleting: {
      whose: 'ALL',
      remove: (session, id) => change(session, id, { method: 'DELETE', params: {} }),
    },
    list: async (session, post, cursor) => {
      const place = readThreadCursor(cursor);
      const [thread] = place.threads;
      return thread === undefined
        ? listTop(session, post.externalPostId, place.page)
        : listAnswers(session, { ...place, thread });
    },
  };
}

function change(
  session: InstagramSession,
  id: string,
  call: Omit<InstagramCall, 'path'>,
): Promise<CommentChangeAnswer> {
  const path = encodeURIComponent(id);
  return changeComment((one) => callInstagram(session, { ...one, path }), call, session.clock);
}

async function listTop(
  session: InstagramSession,
  mediaId: string,
  after: string | null,
): Promise<CommentsAnswer> {
  const asked = `${fields},replies.limit(${firstAnswersMax}){${fields}}`;
  const page = await readPage(
    session,
    { path: `${encodeURIComponent(mediaId)}/comments`, fields: asked, limit: pageSize },
    topSchema,
    after,
  );
  if (page.kind !== 'page') return page;
  const threads = page.items.flatMap(({ id, replies }) =>
    (replies?.data.length ?? 0) >= firstAnswersMax ? [id] : [],
  );
  const answers = page.items.flatMap(({ id, replies }) =>
    (replies?.data ?? []).map((item) => ({ threadId: id, answer: commentSchema.safeParse(item).data })),
  );
  const comments = [
    ...page.items.map((comment) => toComment(comment, null, session)),
    ...answers.flatMap(({ answer, threadId }) =>
      answer === undefined ? [] : [toComment(answer, threadId, session)],
    ),
  ];
  const isPartial = page.isPartial ?? answers.some(({ answer }) => answer === undefined);
  return {
    kind: 'page',
    comments,
    cursor: threadCursor({ page: page.cursor, threads, closed: [], replies: null }),
    ...(isPartial && { isPartial }),
  };
}

async function listAnswers(
  session: InstagramSession,
  { thread: threadId, ...place }: ThreadPlace & { thread: string },
): Promise<CommentsAnswer> {
  const page = await readPage(
    session,
    { path: `${encodeURIComponent(threadId)}/replies`, fields, limit: answersSize },
    commentSchema,
    place.replies,
  );
  // The comment has since been deleted, with its replies. The other comments may still exist.
  if (page.kind === 'gone') {
    return { kind: 'page', comments: [], cursor: threadCursor(afterReplies(place, null)) };
  }
  return {
    kind: 'page',
    comments: page.items.map((answer) => toComment(answer, threadId, session)),
    cursor: threadCursor(afterReplies(place, page.cursor)),
    ...(page.isPartial && { isPartial: true }),
  };
}

async function readPage<T>(
  session: InstagramSession,
  list: { path: string; fields: string; limit: number },
  schema: z.ZodType<T>,
  after: string | null,
) {
  const { path, fields: asked, limit } = list;
  const params = { fields: asked, limit: String(limit) };
  return graphPage(session, graphCall(session, { path, method: 'GET', params }), schema, after);
}

function toComment(
  comment: ListedComment,
  threadId: string | null,
  session: InstagramSession,
): PlatformComment {
  const { id, text, timestamp, username, from, hidden } = comment;
  return {
    externalCommentId: id,
    parentExternalId: threadId,
    author: {
      externalId: from?.id ?? null,
      handle: username ?? from?.username ?? null,
      // Instagram does not return other people's names and avatars.
      name: null,
      avatarUrl: null,
    },
    mine: isOurs(comment, session) === 'YES',
    // Instagram rejects replies to a comment that the account has hidden.
    canReply: hidden !== true,
    ...(typeof hidden === 'boolean' && { isHidden: hidden }),
    text: text ?? '',
    postedAt: new Date(timestamp),
    externalUrl: null,
    reference: commentReference(threadId),
  };
}
