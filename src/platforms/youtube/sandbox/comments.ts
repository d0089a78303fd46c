import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { answerPublishing } from '../../../sandbox/publishing.js';
import type { SandboxStore, StoredPublication } from '../../../sandbox/store.js';
import type { YouTubeCall } from './call.js';
import { badRequest, dialect, invalid, notFound } from './errors.js';
import { pageAnswer } from './lists.js';
import { isListed, videoOf } from './videos.js';

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

/** A comment under a video. */
export async function insertThread(call: YouTubeCall): Promise<Response> {
  const { c, parts, query } = call;
  const input = threadSchema.safeParse(await c.req.json().catch(() => null)).data?.snippet;
  if (input === undefined || query['part'] !== 'snippet') return badRequest('Invalid JSON payload received.');
  const video = parts.store.find('YOUTUBE', input.videoId);
  if (video === undefined || videoOf(video) === undefined) return notFound('videoNotFound', 'video');
  const id = `Ug${randomBytes(18).toString('base64url').slice(0, 24)}`;
  const text = input.topLevelComment.snippet.textOriginal;
  return insert(call, { id, text, parent: video, video, toResource: threadResource });
}

/** A reply to a comment; replies themselves have none. */
export async function insertComment(call: YouTubeCall): Promise<Response> {
  const { c, parts, query } = call;
  const input = replySchema.safeParse(await c.req.json().catch(() => null)).data?.snippet;
  if (input === undefined || query['part'] !== 'snippet') return badRequest('Invalid JSON payload received.');
  const parent = parts.store.find('YOUTUBE', input.parentId);
  const video = parts.store.find('YOUTUBE', parent?.rootId ?? '');
  const isTopLevel = parent !== undefined && parent.parentId === video?.externalPostId;
  if (parent === undefined || video === undefined || !isTopLevel) {
    return notFound('parentCommentNotFound', 'parent comment');
  }
  const id = `${input.parentId}.${randomBytes(15).toString('base64url').slice(0, 20)}`;
  return insert(call, { id, text: input.textOriginal, parent, video, toResource: commentResource });
}

interface NewComment {
  id: string;
  text: string;
  parent: StoredPublication;
  video: StoredPublication;
  toResource: (store: SandboxStore, comment: StoredPublication) => object;
}

function insert(
  { c, parts: { store }, token }: YouTubeCall,
  { id, text, parent, video, toResource }: NewComment,
): Response | Promise<Response> {
  if (text.trim() === '') return invalid('commentTextRequired', 'The comment has no text.');
  if (text.length > commentCharsMax) return invalid('commentTextTooLong', 'The comment text is too long.');
  const { madeForKids, privacyStatus } = videoOf(video) ?? {};
  if (madeForKids === true || privacyStatus === 'private') return dialect.commentsDisabled();
  return answerPublishing(c, store, {
    platform: 'YOUTUBE',
    token,
    text,
    parent,
    dialect,
    accept: () => {
      const comment = store.publish({
        platform: 'YOUTUBE',
        accountId: token.accountId,
        externalPostId: id,
        text,
        parentId: parent.externalPostId,
        rootId: video.externalPostId,
        extra: {},
      });
      return Response.json(toResource(store, comment));
    },
  });
}

/** Newest first. */
export function listThreads({ parts: { store }, query }: YouTubeCall): Response {
  const { videoId = '', part, order = 'time' } = query;
  if (videoOf(store.find('YOUTUBE', videoId)) === undefined) return notFound('videoNotFound', 'video');
  if (part !== 'snippet' || !['time', 'relevance'].includes(order))
    return badRequest('Invalid part or order.');
  return list(store, videoId, query, 'youtube#commentThreadListResponse', threadResource);
}

export function listComments({ parts: { store }, query }: YouTubeCall): Response {
  const { parentId = '', part } = query;
  if (store.find('YOUTUBE', parentId) === undefined) return notFound('commentNotFound', 'comment');
  if (part !== 'snippet') return badRequest('Invalid part.');
  return list(store, parentId, query, 'youtube#commentListResponse', commentResource);
}

function list(
  store: SandboxStore,
  parentId: string,
  query: YouTubeCall['query'],
  kind: string,
  toResource: NewComment['toResource'],
): Response {
  if (!['html', 'plainText'].includes(query['textFormat'] ?? 'html'))
    return badRequest('Invalid textFormat.');
  const all = store
    .list({ platform: 'YOUTUBE' })
    .filter((comment) => comment.parentId === parentId && isListed(store, comment));
  return pageAnswer(kind, all, query, (comment) => toResource(store, comment));
}

function threadResource(store: SandboxStore, comment: StoredPublication): object {
  const { externalPostId: id, rootId: videoId } = comment;
  const snippet = { videoId, canReply: true, topLevelComment: commentResource(store, comment) };
  return { kind: 'youtube#commentThread', id, snippet };
}

function commentResource(store: SandboxStore, comment: StoredPublication): object {
  const { externalPostId: id, accountId, text, publishedAt, parentId, rootId } = comment;
  const isReply = parentId !== rootId;
  const video = store.find('YOUTUBE', rootId ?? '');
  return {
    kind: 'youtube#comment',
    id,
    snippet: {
      channelId: video?.accountId,
      videoId: rootId,
      textDisplay: text,
      textOriginal: text,
      ...(isReply ? { parentId } : {}),
      authorDisplayName: `@${accountId}`,
      authorChannelId: { value: accountId },
      publishedAt,
      updatedAt: publishedAt,
    },
  };
}
