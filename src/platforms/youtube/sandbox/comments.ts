import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { jsonOf } from '../../../sandbox/call.js';
import { commentOfOwner, removePublication } from '../../../sandbox/change-publication.js';
import { answerPublishing, publishAs } from '../../../sandbox/publishing.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { avatarUrl } from '../../../sandbox/avatars.js';
import type { SimulatedComments } from '../../../sandbox/simulator.js';
import { commentsUnder, digestOf, handleOf } from '../../../sandbox/visitors.js';
import { channelOf } from './accounts.js';
import { badRequest, dialect, invalid, notFound } from './errors.js';
import { pageAnswer } from './lists.js';
import { isListed, videoOf, type SimulatedVideo, type YouTubeCall } from './videos.js';

const commentCharsMax = 10_000;

const threadSchema = z.strictObject({
  snippet: z.strictObject({
    channelId: z.string().optional(),
    videoId: z.string(),
    topLevelComment: z.strictObject({ snippet: z.strictObject({ textOriginal: z.string() }) }),
  }),
});
const replySchema = z.strictObject({
  snippet: z.strictObject({ parentId: z.string(), textOriginal: z.string() }),
});

/** Inserts a comment under a video. */
export async function insertThread(call: YouTubeCall): Promise<Response> {
  const { store, query } = call;
  const input = threadSchema.safeParse(await jsonOf(call)).data?.snippet;
  if (input === undefined || query['part'] !== 'snippet') return badRequest('Invalid JSON payload received.');
  const video = store.find('YOUTUBE', input.videoId);
  if (video === undefined || videoOf(video) === undefined) return notFound('videoNotFound', 'video');
  const text = input.topLevelComment.snippet.textOriginal;
  return insert(call, { id: newThreadId(), text, parent: video, video }, (comment) =>
    threadResource(call, comment, { replies: [], areShown: false }),
  );
}

/** Inserts a reply to a comment. Replies cannot have replies. */
export async function insertComment(call: YouTubeCall): Promise<Response> {
  const { store, query } = call;
  const input = replySchema.safeParse(await jsonOf(call)).data?.snippet;
  if (input === undefined || query['part'] !== 'snippet') return badRequest('Invalid JSON payload received.');
  const parent = store.find('YOUTUBE', input.parentId);
  const video = store.find('YOUTUBE', parent?.rootId ?? '');
  const isTopLevel = parent !== undefined && parent.parentId === video?.externalPostId;
  if (parent === undefined || video === undefined || !isTopLevel) {
    return notFound('parentCommentNotFound', 'parent comment');
  }
  const id = newReplyId(input.parentId);
  return insert(call, { id, text: input.textOriginal, parent, video }, (comment) =>
    commentResource(call, comment),
  );
}

const newThreadId = (): string => `Ug${randomBytes(18).toString('base64url')}`;
const newReplyId = (threadId: string): string => `${threadId}.${randomBytes(15).toString('base64url')}`;

interface NewComment {
  id: string;
  text: string;
  parent: StoredPublication;
  video: StoredPublication;
}

function insert(
  call: YouTubeCall,
  { id, text, parent, video }: NewComment,
  toResource: (comment: StoredPublication) => object,
): Response | Promise<Response> {
  if (text.trim() === '') return invalid('commentTextRequired', 'The comment has no text.');
  if (text.length > commentCharsMax) return invalid('commentTextTooLong', 'The comment text is too long.');
  if (isClosed(videoOf(video))) return dialect.commentsDisabled();
  const accept = (): Response => {
    const comment = publishAs(call, {
      externalPostId: id,
      text,
      parentId: parent.externalPostId,
      rootId: video.externalPostId,
    });
    return Response.json(toResource(comment));
  };
  return answerPublishing(call, { text, parent, accept });
}

/** Whether a video allows no comments and has none. */
function isClosed(video: SimulatedVideo | undefined): boolean {
  return video?.madeForKids === true || video?.privacyStatus === 'private';
}

const kind = (name: string): string => `youtube#${name}`;
const shownRepliesMax = 5;

/** Lists threads, newest first, each with a few of its replies if requested. */
export function listThreads(call: YouTubeCall): Response {
  const { videoId = '', part = '', order = 'time' } = call.query;
  const video = videoOf(call.store.find('YOUTUBE', videoId));
  if (video === undefined) return notFound('videoNotFound', 'video');
  if (isClosed(video)) return dialect.commentsDisabled();
  const isAsked = part.split(',').every((name) => ['snippet', 'replies', 'id'].includes(name));
  if (!isAsked || !['time', 'relevance'].includes(order)) return badRequest('Invalid part or order.');
  const all = listedUnder(call, videoId);
  const threads = all.filter(({ externalPostId }) => threadOf(externalPostId) === externalPostId);
  return list(kind('commentThreadListResponse'), threads, call.query, (comment) =>
    threadResource(call, comment, {
      replies: all.filter((reply) => isReplyTo(comment, reply)),
      areShown: part.includes('replies'),
    }),
  );
}

/** DELETE /comments: deletes a comment of the channel, or one under its videos, with its replies. */
export function deleteComment(call: YouTubeCall): Response | Promise<Response> {
  const { store, platform, token, query } = call;
  const comment = store.find(platform, query['id'] ?? '');
  const isTheirs = comment?.accountId === token.accountId || commentOfOwner(call, query['id'] ?? '');
  if (comment === undefined || comment.parentId === null || !isTheirs) {
    return notFound('commentNotFound', 'comment');
  }
  return removePublication(call, comment, () => new Response(null, { status: 204 }));
}

/** GET /comments: the comments with these ids, or the replies to a comment. */
export function listComments(call: YouTubeCall): Response {
  const { parentId = '', id, part } = call.query;
  if (id !== undefined) {
    const found = id.split(',').flatMap((one) => call.store.find('YOUTUBE', one) ?? []);
    const comments = found.filter((one) => one.parentId !== null);
    return list(kind('commentListResponse'), comments, call.query, (one) => commentResource(call, one));
  }
  const parent = call.store.find('YOUTUBE', parentId);
  if (parent === undefined || parent.parentId === null) return notFound('commentNotFound', 'comment');
  if (part !== 'snippet') return badRequest('Invalid part.');
  const replies = listedUnder(call, parent.rootId ?? '').filter((reply) => isReplyTo(parent, reply));
  return list(kind('commentListResponse'), replies, call.query, (comment) => commentResource(call, comment));
}

function list(
  listKind: string,
  all: readonly StoredPublication[],
  query: YouTubeCall['query'],
  toResource: (comment: StoredPublication) => object,
): Response {
  if (!['html', 'plainText'].includes(query['textFormat'] ?? 'html'))
    return badRequest('Invalid textFormat.');
  return pageAnswer(listKind, all, query, toResource);
}

function listedUnder(call: YouTubeCall, videoId: string): StoredPublication[] {
  return commentsUnder(call, videoId).filter((comment) => isListed(call.store, comment));
}

/** The id of a thread, with which a reply's id starts, whichever comment it replies to. */
function threadOf(commentId: string): string {
  return commentId.replace(/\..*$/, '');
}

function isReplyTo(
  { externalPostId: threadId }: StoredPublication,
  { externalPostId: id }: StoredPublication,
) {
  return id !== threadId && threadOf(id) === threadId;
}

function threadResource(
  call: YouTubeCall,
  comment: StoredPublication,
  { replies, areShown }: { replies: readonly StoredPublication[]; areShown: boolean },
): object {
  const { externalPostId: id, rootId: videoId } = comment;
  const topLevelComment = commentResource(call, comment);
  const shown = replies.slice(0, shownRepliesMax).map((reply) => commentResource(call, reply));
  return {
    kind: kind('commentThread'),
    id,
    snippet: { videoId, canReply: true, totalReplyCount: replies.length, isPublic: true, topLevelComment },
    ...(areShown && shown.length > 0 ? { replies: { comments: shown } } : {}),
  };
}

function commentResource({ store, baseUrl, token }: YouTubeCall, comment: StoredPublication): object {
  const { externalPostId: id, accountId, text, publishedAt, editedAt, visitor, rootId } = comment;
  const threadId = threadOf(id);
  return {
    kind: kind('comment'),
    id,
    snippet: {
      channelId: store.find('YOUTUBE', rootId ?? '')?.accountId,
      videoId: rootId,
      textDisplay: text,
      // YouTube also returns the original text only to the author.
      ...(accountId === token.accountId ? { textOriginal: text } : {}),
      ...(threadId === id ? {} : { parentId: threadId }),
      authorDisplayName: visitor?.handle ?? channelOf(accountId).customUrl,
      authorProfileImageUrl: avatarUrl(baseUrl, accountId),
      authorChannelId: { value: accountId },
      publishedAt,
      updatedAt: editedAt ?? publishedAt,
    },
  };
}

/** Comments by visitors with ids and channels like YouTube's. */
export const youTubeComments: SimulatedComments = {
  newComment: ({ post, parent }) => ({
    externalPostId: parent === post ? newThreadId() : newReplyId(threadOf(parent.externalPostId)),
    extra: {},
  }),
  visitor: (name) => ({
    accountId: `UC${digestOf(name).toString().padStart(22, '0').slice(-22)}`,
    handle: `@${handleOf(name)}`,
  }),
};
