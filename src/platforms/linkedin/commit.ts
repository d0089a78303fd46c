import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { isSuccess, readAnswer, unreadable, type PlatformAnswer } from '../kit/call.js';
import { mediaRejected } from '../kit/media-upload.js';
import type { PlatformFailure, Published } from '../kit/failure.js';
import type { CommitAnswer, Publication, ReplyTarget } from '../kit/platform.js';
import {
  callLinkedIn,
  encodeUrn,
  hasNoThread,
  linkedInFailure,
  readRefusal,
  type LinkedInSession,
} from './api.js';
import { readUploads } from './media-state.js';
import { toPostBody } from './options.js';
import { threadParentOf, toPublishedComment, toPublishedPost } from './published.js';
import { commentParts, isCommentUrn, postUrnSchema } from './urns.js';

/** Makes the one call that publishes a post. The response has no body: the id is in a header. */
export async function createPost(
  session: LinkedInSession,
  publication: Publication,
  state: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const urns = readUploads(state).map(({ urn }) => urn);
  const answer = await callLinkedIn(session, {
    method: 'POST',
    path: '/rest/posts',
    json: toPostBody(session.externalAccountId, publication, urns),
    sendBefore,
  });
  if (!isSuccess(answer)) return postFailure(session, answer);
  const urn = postUrnSchema.safeParse(answer.headers['x-restli-id']).data;
  if (urn === undefined) return unreadable(answer);
  return { kind: 'published', published: toPublishedPost(session, urn) };
}

function postFailure(session: LinkedInSession, answer: PlatformAnswer): PlatformFailure {
  const failure = linkedInFailure(session, answer);
  if (failure.kind !== 'rejected') return failure;
  const { codes, message: words } = readRefusal(answer);
  const { message } = failure;
  const isRepeat = codes.includes('DUPLICATE_POST') || /content is a duplicate of/i.test(words);
  if (isRepeat) {
    const urn = /duplicate of (urn:li:(?:share|ugcPost):\d+)/i.exec(words)?.[1];
    const of: Published | null = urn === undefined ? null : toPublishedPost(session, urn);
    return { kind: 'duplicate', message, ...(of && { of }) };
  }
  // LinkedIn does not document these messages. We match messages that we have seen.
  if (
    /(image|video|document|media|asset)\b.*(still (being )?process|not (yet )?(finished|ready))/i.test(words)
  )
    return { kind: 'not-sent', message };
  if (!/urn:li:(image|video|document|digitalmedia)/i.test(words)) return failure;
  if (/processing.?failed/i.test(words)) return mediaRejected(message);
  if (/not found|does not exist|expired|waiting.?upload/i.test(words))
    return { kind: 'upload-again', message };
  return failure;
}

const commentSchema = z.object({
  commentUrn: z.string().refine(isCommentUrn).optional().catch(undefined),
  object: z
    .string()
    .regex(/^urn:li:[A-Za-z]+:\d+$/)
    .optional()
    .catch(undefined),
});

/** Publishes a comment on a post, or a reply to a comment. */
export async function createComment(
  session: LinkedInSession,
  { text }: Publication,
  replyTo: ReplyTarget,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const parent = threadParentOf(replyTo);
  const parts = commentParts(parent);
  const answer = await callLinkedIn(session, {
    method: 'POST',
    path: `/rest/socialActions/${encodeUrn(parent)}/comments`,
    json: {
      actor: session.externalAccountId,
      object: parts?.thread ?? parent,
      message: { text },
      ...(parts && { parentComment: parent }),
    },
    sendBefore,
  });
  if (!isSuccess(answer)) return commentFailure(session, answer);
  const urn = urnOfComment(answer, parts?.thread ?? parent);
  if (urn === null) return unreadable(answer);
  return { kind: 'published', published: toPublishedComment(session, urn, replyTo) };
}

/**
 * The URN of a new comment. Usually the body contains it. Otherwise it is built from the number in the header
 * and the thread.
 */
function urnOfComment(answer: PlatformAnswer, thread: string): string | null {
  const body = readAnswer(answer, commentSchema);
  if (body?.commentUrn !== undefined) return body.commentUrn;
  const id = answer.headers['x-restli-id'] ?? '';
  if (isCommentUrn(id)) return id;
  return /^\d+$/.test(id) ? `urn:li:comment:(${body?.object ?? thread},${id})` : null;
}

function commentFailure(session: LinkedInSession, answer: PlatformAnswer): PlatformFailure {
  const failure = linkedInFailure(session, answer);
  if (failure.kind !== 'rejected') return failure;
  const { message } = failure;
  if (hasNoThread(answer)) return { kind: 'not-sent', message };
  const isClosed = /comment\w*\b.{0,40}\b(disabled|closed|turned off|restricted)/i.test(message);
  return isClosed ? { kind: 'rejected', code: 'COMMENTS_DISABLED', message } : failure;
}
