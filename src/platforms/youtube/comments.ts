import { z } from 'zod';
import { isSuccess, readAnswer } from '../kit/call.js';
import type { CommentedPost, CommentsAnswer, PlatformComment, PlatformComments } from '../kit/comments.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { PlatformSession } from '../kit/session.js';
import { afterReplies, readThreadCursor, threadCursor, type ThreadPlace } from '../kit/thread-cursor.js';
import { callYouTube, idSchema, type YouTubeContext } from './api.js';
import { reasonOf, youTubeFailure } from './failures.js';
import { watchUrl } from './video.js';

const pageSize = 100;

/**
 * The threads under a video, newest first, each with up to five replies. The replies of longer threads have their own
 * pages, which follow the page with these threads.
 */
export function youTubeComments(context: YouTubeContext): PlatformComments {
  return {
    // Enough to poll a new video every five minutes, which is at most 288 calls a day.
    callsPerHourMax: 12,
    // All accounts share our app's 10,000 units a day, of which a call costs one
    // (https://developers.google.com/youtube/v3/determine_quota_cost). Half is for replies, thumbnails and playlists.
    callsPerDayMax: { max: 5_000, sharedBy: 'installation' },
    // Threads are listed newest first, but a reply to an old thread is not.
    newestFirst: false,
    list: (session, post, cursor) => {
      const place = readThreadCursor(cursor);
      const [thread] = place.threads;
      return thread === undefined
        ? readThreads(context, session, post, place.page)
        : readReplies(context, session, post, { ...place, thread });
    },
  };
}

const commentSchema = z.object({
  id: idSchema,
  snippet: z.object({
    textOriginal: z.string().optional().catch(undefined),
    textDisplay: z.string().optional().catch(undefined),
    publishedAt: z.iso.datetime({ offset: true }),
    authorDisplayName: z.string().min(1).nullish().catch(null),
    authorProfileImageUrl: z.string().min(1).nullish().catch(null),
    authorChannelId: z
      .object({ value: z.string().min(1) })
      .nullish()
      .catch(null),
  }),
});
type SeenComment = z.infer<typeof commentSchema>;

const threadSchema = z.object({
  snippet: z.object({
    topLevelComment: commentSchema,
    canReply: z.boolean().optional().catch(undefined),
    totalReplyCount: z.number().optional().catch(undefined),
  }),
  replies: z
    .object({ comments: z.array(z.unknown()) })
    .optional()
    .catch(undefined),
});
const pageSchema = z.object({ items: z.array(z.unknown()), nextPageToken: z.string().min(1).nullish() });
type Page = z.infer<typeof pageSchema>;

/** The video and the thread of a comment. */
interface Setting {
  session: PlatformSession;
  videoId: string;
  threadId: string;
  canReply: boolean;
}

async function readThreads(
  context: YouTubeContext,
  session: PlatformSession,
  { externalPostId: videoId }: CommentedPost,
  page: string | null,
): Promise<CommentsAnswer> {
  const read = await readPage(context, session, 'commentThreads', page, {
    part: 'snippet,replies',
    videoId,
    order: 'time',
  });
  if ('failure' in read) return read.reason === 'videoNotFound' ? { kind: 'gone' } : closedOr(read.failure);
  const comments: PlatformComment[] = [];
  const next: ThreadPlace = { page: read.page.nextPageToken ?? null, threads: [], closed: [], replies: null };
  const threads = read.page.items.flatMap((item) => threadSchema.safeParse(item).data ?? []);
  let isPartial = threads.length < read.page.items.length;
  for (const { snippet, replies } of threads) {
    const { topLevelComment, totalReplyCount = 0, canReply = true } = snippet;
    const setting = { session, videoId, threadId: topLevelComment.id, canReply };
    comments.push(toComment(topLevelComment, setting));
    const shown = replies?.comments ?? [];
    if (totalReplyCount > shown.length) {
      // They come all together, so none comes twice.
      next.threads.push(topLevelComment.id);
      if (!canReply) next.closed.push(topLevelComment.id);
    } else {
      const answers = toReplies(shown, setting);
      comments.push(...answers);
      isPartial ||= answers.length < shown.length;
    }
  }
  return { kind: 'page', comments, cursor: threadCursor(next), ...(isPartial && { isPartial }) };
}

async function readReplies(
  context: YouTubeContext,
  session: PlatformSession,
  { externalPostId: videoId }: CommentedPost,
  { thread, ...place }: ThreadPlace & { thread: string },
): Promise<CommentsAnswer> {
  const read = await readPage(context, session, 'comments', place.replies, {
    part: 'snippet',
    parentId: thread,
  });
  // The thread may have been deleted since its page was read.
  const isGone = 'failure' in read && read.reason === 'commentNotFound';
  if ('failure' in read && !isGone) return closedOr(read.failure);
  const page: Page = 'page' in read ? read.page : { items: [] };
  const canReply = !place.closed.includes(thread);
  const comments = toReplies(page.items, { session, videoId, threadId: thread, canReply });
  return {
    kind: 'page',
    comments,
    cursor: threadCursor(afterReplies(place, page.nextPageToken ?? null)),
    ...(comments.length < page.items.length && { isPartial: true }),
  };
}

type PageRead = { page: Page } | { failure: PlatformFailure; reason: string | undefined };

async function readPage(
  context: YouTubeContext,
  session: PlatformSession,
  what: 'commentThreads' | 'comments',
  pageToken: string | null,
  query: Readonly<Record<string, string>>,
): Promise<PageRead> {
  const result = await callYouTube(context, session, {
    path: `/youtube/v3/${what}`,
    method: 'GET',
    query: {
      ...query,
      textFormat: 'plainText',
      maxResults: String(pageSize),
      ...(pageToken === null ? {} : { pageToken }),
    },
  });
  if ('failure' in result) return { failure: result.failure, reason: undefined };
  const page = isSuccess(result.answer) ? readAnswer(result.answer, pageSchema) : null;
  return page === null
    ? { failure: youTubeFailure(result.answer, context.clock), reason: reasonOf(result.answer) }
    : { page };
}

function closedOr(failure: PlatformFailure): CommentsAnswer {
  const isClosed = failure.kind === 'rejected' && failure.code === 'COMMENTS_DISABLED';
  return isClosed ? { kind: 'disabled' } : failure;
}

function toReplies(items: readonly unknown[], setting: Setting): PlatformComment[] {
  return items.flatMap((item) => {
    const reply = commentSchema.safeParse(item).data;
    return reply === undefined ? [] : [toComment(reply, setting)];
  });
}

function toComment(
  { id, snippet }: SeenComment,
  { session, videoId, threadId, canReply }: Setting,
): PlatformComment {
  const shownName = snippet.authorDisplayName ?? null;
  const isHandle = shownName?.startsWith('@') === true;
  const channelId = snippet.authorChannelId?.value ?? null;
  return {
    externalCommentId: id,
    parentExternalId: id === threadId ? null : threadId,
    author: {
      externalId: channelId,
      handle: isHandle ? shownName : null,
      name: isHandle ? null : shownName,
      avatarUrl: snippet.authorProfileImageUrl ?? null,
    },
    mine: channelId === session.externalAccountId,
    canReply,
    // Only the author gets the first. All others get the second, as plain text.
    text: snippet.textOriginal ?? snippet.textDisplay ?? '',
    postedAt: new Date(snippet.publishedAt),
    externalUrl: watchUrl(session, videoId, id),
    // A reply to a reply goes next to it, in its thread.
    reference: { parentId: threadId, videoId },
  };
}
