import { z } from 'zod';
import { readSuccess } from '../kit/call.js';
import {
  disabledOr,
  type CommentedPost,
  type CommentsAnswer,
  type PlatformComment,
  type PlatformComments,
} from '../kit/comments.js';
import { onFailure, PlatformFailed } from '../kit/failure.js';
import { afterReplies, readThreadCursor, threadCursor, type ThreadPlace } from '../kit/thread-cursor.js';
import { callYouTube, idSchema, type YouTubeSession } from './api.js';
import { reasonOf, youTubeFailure } from './failures.js';
import { watchUrl } from './video.js';

const pageSize = 100;

/**
 * Lists the threads under a video, newest first, each with up to five replies. The replies of longer threads
 * have their own pages, which follow the page with these threads.
 */
export function youTubeComments(): PlatformComments<YouTubeSession> {
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
      const reading =
        thread === undefined
          ? readThreads(session, post, place.page)
          : readReplies(session, post, { ...place, thread });
      return onFailure(reading, disabledOr);
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
  session: YouTubeSession;
  videoId: string;
  threadId: string;
  canReply: boolean;
}

async function readThreads(
  session: YouTubeSession,
  { externalPostId: videoId }: CommentedPost,
  page: string | null,
): Promise<CommentsAnswer> {
  const query = { part: 'snippet,replies', videoId, order: 'time' };
  const read = await readPage(session, 'commentThreads', page, query, 'videoNotFound');
  if (read === null) return { kind: 'gone' };
  const comments: PlatformComment[] = [];
  const next: ThreadPlace = { page: read.nextPageToken ?? null, threads: [], closed: [], replies: null };
  const threads = read.items.flatMap((item) => threadSchema.safeParse(item).data ?? []);
  let isPartial = threads.length < read.items.length;
  for (const { snippet, replies } of threads) {
    const { topLevelComment, totalReplyCount = 0, canReply = true } = snippet;
    const setting = { session, videoId, threadId: topLevelComment.id, canReply };
    comments.push(toComment(topLevelComment, setting));
    const shown = replies?.comments ?? [];
    if (totalReplyCount > shown.length) {
      // The replies of a thread are either all listed with it or all read separately, so none is returned twice.
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
  session: YouTubeSession,
  { externalPostId: videoId }: CommentedPost,
  { thread, ...place }: ThreadPlace & { thread: string },
): Promise<CommentsAnswer> {
  const query = { part: 'snippet', parentId: thread };
  const read = await readPage(session, 'comments', place.replies, query, 'commentNotFound');
  // The thread may have been deleted since its page was read.
  const page: Page = read ?? { items: [] };
  const canReply = !place.closed.includes(thread);
  const comments = toReplies(page.items, { session, videoId, threadId: thread, canReply });
  return {
    kind: 'page',
    comments,
    cursor: threadCursor(afterReplies(place, page.nextPageToken ?? null)),
    ...(comments.length < page.items.length && { isPartial: true }),
  };
}

/** Reads a page. Returns null if YouTube's reason is that the video or comment does not exist. */
async function readPage(
  session: YouTubeSession,
  what: 'commentThreads' | 'comments',
  pageToken: string | null,
  query: Readonly<Record<string, string>>,
  missing: string,
): Promise<Page | null> {
  const answer = await callYouTube(session, {
    path: `/youtube/v3/${what}`,
    method: 'GET',
    query: {
      ...query,
      textFormat: 'plainText',
      maxResults: String(pageSize),
      ...(pageToken === null ? {} : { pageToken }),
    },
  });
  const page = readSuccess(answer, pageSchema);
  if (page !== null || reasonOf(answer) === missing) return page;
  throw new PlatformFailed(youTubeFailure(answer, session.clock));
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
    // Only the author gets `textOriginal`. All others get `textDisplay`, as plain text.
    text: snippet.textOriginal ?? snippet.textDisplay ?? '',
    postedAt: new Date(snippet.publishedAt),
    externalUrl: watchUrl(session, videoId, id),
    // A reply to a reply goes next to it, in its thread.
    reference: { parentId: threadId, videoId },
  };
}
