import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { readSuccess, type PlatformAnswer } from '../kit/call.js';
import { graphFailure } from '../kit/meta/graph-api.js';
import { theOneOf, type Match } from '../kit/look-up.js';
import { readEntries } from '../kit/meta/graph-search.js';
import type { PlatformFailure, Published } from '../kit/failure.js';
import type { CommitAnswer, FindAnswer, Publication, PublishedSearch, ReplyTarget } from '../kit/platform.js';
import { normalizeText } from '../kit/text.js';
import { idSchema } from '../kit/meta/session.js';
import { callInstagram, graphCall, type InstagramSession } from './api.js';

// Instagram has two levels: comments on a post, and replies to a comment. A reply to a reply is published beside it,
// under the same comment, which we call the thread.

/** The reference of a comment. The reference of a post has no `object`. */
const referenceSchema = z.object({
  object: z.literal('comment'),
  /** The thread of a reply. Missing for a comment on the post. */
  threadId: z.string().optional(),
});

export function commentReference(threadId: string | null): JsonObject {
  return { object: 'comment', ...(threadId === null ? {} : { threadId }) };
}

/** Whether a reference belongs to a comment. The ids of posts and comments look the same. */
export function isComment(reference: ReplyTarget['reference']): boolean {
  return referenceSchema.safeParse(reference).success;
}

/** The thread in which a reply is published. Null if it is a comment on the post. */
function threadOf({ externalPostId, reference, root }: ReplyTarget): string | null {
  const comment = referenceSchema.safeParse(reference).data;
  const isReplyToPost = comment === undefined && root === undefined;
  return isReplyToPost ? null : (comment?.threadId ?? externalPostId);
}

function publishedComment(id: string, replyTo: ReplyTarget): Published {
  return { externalPostId: id, externalUrl: null, reference: commentReference(threadOf(replyTo)) };
}

/** Publishes a comment on a post, or a reply to a comment, with one call and no id that prevents duplicates. */
export async function publishComment(
  session: InstagramSession,
  { text }: Publication,
  replyTo: ReplyTarget,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const answer = await callInstagram(session, {
    path: `${encodeURIComponent(replyTo.externalPostId)}/${threadOf(replyTo) === null ? 'comments' : 'replies'}`,
    method: 'POST',
    params: { message: text },
    sendBefore,
  });
  const comment = readSuccess(answer, idSchema);
  return comment === null
    ? commentFailure(answer, session)
    : { kind: 'published', published: publishedComment(comment.id, replyTo) };
}

/** The code for closed comments is not documented, so we match the message. */
const closedComments =
  /\bcomment(s|ing)?\b[^.]*\b(disabled|turned off|closed|not (allowed|enabled|permitted)|unavailable|limited)\b/i;

function commentFailure(answer: PlatformAnswer, { clock }: InstagramSession): PlatformFailure {
  const failure = graphFailure(answer, clock, true);
  const { message } = failure;
  switch (failure.kind) {
    case 'rejected':
      return closedComments.test(message) ? { ...failure, code: 'COMMENTS_DISABLED' } : failure;
    case 'prepare-again':
    case 'upload-again':
      // A comment has no uploads that could be repeated: the post itself is missing.
      return { kind: 'rejected', code: 'PLATFORM_REJECTED', message };
    default:
      return failure;
  }
}

export const authorSchema = z.object({ id: z.string().nullish(), username: z.string().nullish() }).nullish();
const commentSchema = z.object({
  id: z.string(),
  text: z.string().nullish(),
  timestamp: z.string().nullish(),
  username: z.string().nullish(),
  from: authorSchema.catch(null),
});
type ListedComment = z.infer<typeof commentSchema>;

/**
 * Searches for our comment. `absent` only means "not seen": a list may lag, and may leave out comments that
 * Instagram hides.
 */
export async function findComment(
  session: InstagramSession,
  { text }: Publication,
  replyTo: ReplyTarget,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const threadId = threadOf(replyTo);
  const path =
    threadId === null
      ? `${encodeURIComponent(replyTo.externalPostId)}/comments`
      : `${encodeURIComponent(threadId)}/replies`;
  const params = { fields: 'id,text,timestamp,username,from' };
  const entries = await readEntries(session, {
    call: graphCall(session, { path, method: 'GET', params }),
    schema: commentSchema,
    // A list of comments is newest first. Replies may be listed oldest first, so their list is read to the end.
    isTooOld: ({ timestamp }) => threadId === null && Date.parse(timestamp ?? '') < search.since.getTime(),
  });
  return theOneOf(
    entries,
    (comment) => {
      if (search.takenIds.has(comment.id)) return 'NO';
      if (Date.parse(comment.timestamp ?? '') < search.since.getTime()) return 'NO';
      return normalizeText(comment.text ?? '') === normalizeText(text) ? isOurs(comment, session) : 'NO';
    },
    ({ id }): FindAnswer => ({ kind: 'found', published: publishedComment(id, replyTo) }),
  );
}

/**
 * Compares the author by id or name: with Instagram Login, author ids differ from account ids, and names may change.
 */
export function isOurs(
  { from, username }: Pick<ListedComment, 'from' | 'username'>,
  session: Pick<InstagramSession, 'externalAccountId' | 'handle'>,
): Match {
  const id = from?.id ?? null;
  const name = username ?? from?.username ?? null;
  if (id === session.externalAccountId || isHandle(name, session.handle)) return 'YES';
  return id === null && name === null ? 'PERHAPS' : 'NO';
}

function isHandle(name: string | null, handle: string): boolean {
  return name !== null && name.toLowerCase() === handle.replace(/^@/, '').toLowerCase();
}
