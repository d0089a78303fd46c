import { z } from 'zod';
import type { PlatformAnswer } from '../kit/call.js';
import {
  disabledOr,
  type CommentsAnswer,
  type PlatformComment,
  type PlatformComments,
} from '../kit/comments.js';
import { onFailure, PlatformFailed } from '../kit/failure.js';
import { afterReplies, readThreadCursor, threadCursor, type ThreadPlace } from '../kit/thread-cursor.js';
import { getBusiness, type BusinessSession } from './api.js';
import { readData, readEnvelope } from './envelope.js';
import { commentFailure, findPostId } from './comment.js';
import { businessFailure } from './failures.js';

const pageSize = 30;

/**
 * Lists the public comments on the account's own post, each with up to three replies. The replies of longer
 * threads have their own pages, which follow the page with these threads.
 */
export function tikTokBusinessComments(): PlatformComments<BusinessSession> {
  return {
    // TikTok documents no limit for these calls. One a minute is far below the limits of its other calls.
    callsPerHourMax: 60,
    // Threads are listed newest first, but a reply to an old thread is not.
    newestFirst: false,
    list: async (session, post, cursor) => {
      const found = await findPostId(session, post.externalPostId);
      switch (found.kind) {
        case 'known': {
          const place = readThreadCursor(cursor);
          const [thread] = place.threads;
          const reading =
            thread === undefined
              ? readThreads(session, found.videoId, place.page)
              : readAnswers(session, found.videoId, { ...place, thread });
          return onFailure(reading, disabledOr);
        }
        // A post without its own id is not public yet, so it has no comments.
        case 'unknown':
          return { kind: 'page', comments: [], cursor: null };
        case 'failed':
          return { kind: 'gone' };
      }
    },
  };
}

const textSchema = z.string().min(1).nullish().catch(null);
const commentSchema = z.object({
  comment_id: z.string().min(1),
  text: z.string().nullish().catch(null),
  create_time: z.coerce.number().positive(),
  /** Whether the post's own account wrote it. */
  owner: z.boolean().nullish().catch(null),
  unique_identifier: textSchema,
  username: textSchema,
  display_name: textSchema,
  /** The URL works for a few days. */
  profile_image: textSchema,
  parent_comment_id: textSchema,
});
type ListedComment = z.infer<typeof commentSchema>;

const threadSchema = commentSchema.extend({
  replies: z.coerce.number().catch(0),
  reply_list: z.array(z.unknown()).nullish().catch(null),
});
const pageSchema = z.object({
  comments: z.array(z.unknown()).nullish(),
  cursor: z.coerce.number().nullish(),
  has_more: z.boolean().nullish(),
});
type Page = z.infer<typeof pageSchema>;

async function readThreads(
  session: BusinessSession,
  videoId: string,
  page: string | null,
): Promise<CommentsAnswer> {
  const params = { video_id: videoId, include_replies: 'true' };
  const read = await readPage(session, page, {
    path: '/business/comment/list/',
    params,
    mayMiss: ['video'],
  });
  if (typeof read === 'string') return { kind: 'gone' };
  const comments: PlatformComment[] = [];
  const next: ThreadPlace = { page: nextOf(read), threads: [], closed: [], replies: null };
  const shownThreads = read.comments ?? [];
  const threads = shownThreads.flatMap((item) => threadSchema.safeParse(item).data ?? []);
  let isPartial = threads.length < shownThreads.length;
  for (const { replies, reply_list: shown, ...thread } of threads) {
    comments.push(toComment(thread, videoId, null));
    // The replies of a thread are either all listed with it or all read separately, so none is returned twice.
    if (replies > (shown?.length ?? 0)) next.threads.push(thread.comment_id);
    else {
      const answers = toAnswers(shown, videoId, thread.comment_id);
      comments.push(...answers);
      isPartial ||= answers.length < (shown?.length ?? 0);
    }
  }
  return { kind: 'page', comments, cursor: threadCursor(next), ...(isPartial && { isPartial }) };
}

async function readAnswers(
  session: BusinessSession,
  videoId: string,
  { thread, ...place }: ThreadPlace & { thread: string },
): Promise<CommentsAnswer> {
  const params = { video_id: videoId, comment_id: thread };
  const read = await readPage(session, place.replies, {
    path: '/business/comment/reply/list/',
    params,
    mayMiss: ['video', 'comment'],
  });
  if (read === 'video') return { kind: 'gone' };
  // The thread may have been deleted since its page was read.
  const page: Page = read === 'comment' ? {} : read;
  const comments = toAnswers(page.comments, videoId, thread);
  return {
    kind: 'page',
    comments,
    cursor: threadCursor(afterReplies(place, nextOf(page))),
    ...(comments.length < (page.comments?.length ?? 0) && { isPartial: true }),
  };
}

type Missing = 'video' | 'comment';

async function readPage(
  session: BusinessSession,
  cursor: string | null,
  { path, params, mayMiss }: { path: string; params: Record<string, string>; mayMiss: readonly Missing[] },
): Promise<Page | Missing> {
  const answer = await getBusiness(session, {
    path,
    params: {
      ...params,
      status: 'PUBLIC',
      sort_field: 'create_time',
      sort_type: 'desc',
      max_count: String(pageSize),
      ...(cursor === null ? {} : { cursor }),
    },
  });
  const page = readData(answer, pageSchema);
  if (page !== null) return page;
  const missing = missingIn(answer);
  if (missing !== null && mayMiss.includes(missing)) return missing;
  const failure = businessFailure(answer, session.clock);
  // A missing scope may be worded as if comments were not allowed.
  const isScope = scopeCodes.includes(readEnvelope(answer)?.code ?? 0);
  throw new PlatformFailed(isScope ? failure : commentFailure(failure));
}

const nextOf = ({ has_more: hasMore, cursor }: Page): string | null =>
  hasMore === true && typeof cursor === 'number' ? String(cursor) : null;

const invalidParameter = 40_002;
const scopeCodes: readonly number[] = [40_001, 40_130];

/** Recognizes a missing object by the message, because there is no code for it. */
export function missingIn(answer: PlatformAnswer): Missing | null {
  const { code, message = '' } = readEnvelope(answer) ?? {};
  const isMissing = /not (known|found|exist)|n[o’']t exist|invalid|deleted|no longer/i.test(message);
  if (code !== invalidParameter || !isMissing) return null;
  if (/\bcomment/i.test(message)) return 'comment';
  return /\b(video|item|post)/i.test(message) ? 'video' : null;
}

function toAnswers(items: Page['comments'], videoId: string, threadId: string): PlatformComment[] {
  return (items ?? []).flatMap((item) => {
    const answer = commentSchema.safeParse(item).data;
    return answer === undefined ? [] : [toComment(answer, videoId, threadId)];
  });
}

function toComment(comment: ListedComment, videoId: string, threadId: string | null): PlatformComment {
  return {
    externalCommentId: comment.comment_id,
    parentExternalId: threadId === null ? null : (comment.parent_comment_id ?? threadId),
    author: {
      externalId: comment.unique_identifier ?? null,
      handle: comment.username ?? null,
      name: comment.display_name ?? null,
      avatarUrl: comment.profile_image ?? null,
    },
    mine: comment.owner === true,
    canReply: true,
    text: comment.text ?? '',
    postedAt: new Date(comment.create_time * 1000),
    externalUrl: null,
    // A reply to a reply goes next to it, in its thread.
    reference: { videoId, ...(threadId === null ? {} : { threadId }) },
  };
}
