import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { PlatformFailed, type PlatformFailure, type Published } from '../kit/failure.js';
import type {
  CommitAnswer,
  FindAnswer,
  PrepareAnswer,
  Publication,
  PublishedSearch,
  ReplyTarget,
} from '../kit/platform.js';
import { readPages, theOnly } from '../kit/look-up.js';
import { normalizeText } from '../kit/text.js';
import { postBusiness, readBusiness, type BusinessSession } from './api.js';
import { readData } from './envelope.js';
import { businessFailure } from './failures.js';
import { readJob } from './status.js';

const pageSize = 30;
const pagesMax = 4;
const postIdCheckMs = 60 * 1000;

/** The reference of a comment: its post and, if it is a reply, the comment under which it is shown. */
export const referenceSchema = z.object({
  videoId: z.string().min(1),
  threadId: z.string().min(1).optional(),
});
/** Where a comment goes: the post, and the comment to reply to; null for a comment on the post itself. */
const placeSchema = z.object({ videoId: z.string().min(1), commentId: z.string().min(1).nullable() });
type CommentPlace = z.infer<typeof placeSchema>;

/** Matches the id of a post. Any other id is that of the publishing job whose post id TikTok had not returned yet. */
const postIdPattern = /^\d+$/;

/** Finds out where a comment goes. It waits until TikTok has returned the id of its post. */
export async function prepareComment(session: BusinessSession, replyTo: ReplyTarget): Promise<PrepareAnswer> {
  const { externalPostId, reference, root } = replyTo;
  const comment = referenceSchema.safeParse(reference).data;
  if (comment !== undefined) {
    // A reply to a reply is shown under the same comment.
    const { videoId, threadId = externalPostId } = comment;
    return prepared({ videoId, commentId: threadId });
  }
  const post = await findPostId(session, root?.externalPostId ?? externalPostId);
  switch (post.kind) {
    case 'known':
      return prepared({ videoId: post.videoId, commentId: root === undefined ? null : externalPostId });
    case 'unknown':
      return { kind: 'pending', checkAfterMs: postIdCheckMs };
    case 'failed':
      return { kind: 'rejected', code: 'PLATFORM_REJECTED', message: post.message };
  }
}

/** Finds the post's own id. If we know only the id of its job, TikTok may have returned the post's id since. */
export async function findPostId(
  session: BusinessSession,
  externalPostId: string,
): Promise<{ kind: 'known'; videoId: string } | { kind: 'unknown' } | { kind: 'failed'; message: string }> {
  if (postIdPattern.test(externalPostId)) return { kind: 'known', videoId: externalPostId };
  const job = await readJob(session, externalPostId, { options: null });
  if (job.kind === 'failed') return { kind: 'failed', message: job.message };
  return job.kind === 'done' && job.postId !== null
    ? { kind: 'known', videoId: job.postId }
    : { kind: 'unknown' };
}

function prepared(place: CommentPlace): PrepareAnswer {
  return { kind: 'prepared', state: place };
}

const createdSchema = z.object({ comment_id: z.string().min(1) });

export async function publishComment(
  session: BusinessSession,
  { text }: Publication,
  stored: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const place = placeSchema.safeParse(stored).data;
  if (place === undefined) {
    return { kind: 'prepare-again', message: 'The prepared state does not name its post.' };
  }
  const { videoId, commentId } = place;
  const answer = await postBusiness(session, {
    path: commentId === null ? '/business/comment/create/' : '/business/comment/reply/create/',
    fields: { video_id: videoId, ...(commentId === null ? {} : { comment_id: commentId }), text },
    sendBefore,
  });
  const created = readData(answer, createdSchema);
  if (created !== null) return { kind: 'published', published: toComment(created.comment_id, place) };
  return commentFailure(businessFailure(answer, session.clock));
}

function toComment(externalPostId: string, { videoId, commentId }: CommentPlace): Published {
  const reference = { videoId, ...(commentId === null ? {} : { threadId: commentId }) };
  return { externalPostId, externalUrl: null, reference };
}

/** Recognizes closed comments by the message, because there is no code for them. */
export function commentFailure(failure: PlatformFailure): PlatformFailure {
  const isClosed =
    failure.kind === 'rejected' &&
    /comment|repl/i.test(failure.message) &&
    /disabled|turned off|not allow|closed/i.test(failure.message);
  return isClosed ? { ...failure, code: 'COMMENTS_DISABLED' } : failure;
}

const listSchema = z.object({
  comments: z.array(z.unknown()).nullish(),
  cursor: z.coerce.number().nullish(),
  has_more: z.boolean().nullish(),
});
const commentSchema = z.object({
  comment_id: z.string().min(1),
  text: z.string().nullish(),
  /** Whether the post's own account wrote it. */
  owner: z.boolean().nullish(),
  create_time: z.coerce.number().nullish().catch(null),
});
type ListedComment = z.infer<typeof commentSchema>;

export async function findComment(
  session: BusinessSession,
  { text, replyTo }: Publication & { replyTo: ReplyTarget },
  stored: JsonObject | null,
  { since, takenIds }: PublishedSearch,
): Promise<FindAnswer> {
  const place = await placeOf(session, replyTo, stored);
  const isOurs = (comment: ListedComment): boolean =>
    comment.owner === true &&
    normalizeText(comment.text ?? '') === normalizeText(text) &&
    isRecent(comment, since) &&
    !takenIds.has(comment.comment_id);
  const found = new Set<string>();
  await readPages(pagesMax, async (cursor: number | undefined) => {
    const list = await readComments(session, place, cursor);
    const comments = (list.comments ?? []).flatMap((item) => commentSchema.safeParse(item).data ?? []);
    for (const comment of comments.filter(isOurs)) found.add(comment.comment_id);
    const isPast = comments.some((comment) => !isRecent(comment, since));
    return list.has_more === true && !isPast ? list.cursor : null;
  });
  return theOnly(found, (id): FindAnswer => ({ kind: 'found', published: toComment(id, place) }));
}

/** Where the comment went: the prepared place or, if it is lost, the place that would be prepared now. */
async function placeOf(
  session: BusinessSession,
  replyTo: ReplyTarget,
  stored: JsonObject | null,
): Promise<CommentPlace> {
  const known = placeSchema.safeParse(stored).data;
  if (known !== undefined) return known;
  const answer = await prepareComment(session, replyTo);
  if (answer.kind === 'prepared') return placeSchema.parse(answer.state);
  const message = 'TikTok has not returned the id of the post yet.';
  throw new PlatformFailed(answer.kind === 'pending' ? { kind: 'ambiguous', message } : answer);
}

function readComments(
  session: BusinessSession,
  { videoId, commentId }: CommentPlace,
  cursor: number | undefined,
) {
  const call = {
    path: commentId === null ? '/business/comment/list/' : '/business/comment/reply/list/',
    params: {
      video_id: videoId,
      ...(commentId === null ? {} : { comment_id: commentId }),
      sort_field: 'create_time',
      sort_type: 'desc',
      max_count: String(pageSize),
      ...(cursor === undefined ? {} : { cursor: String(cursor) }),
    },
  };
  return readBusiness(session, call, listSchema);
}

/** Whether a comment is new enough to be ours. Entries with an unreadable time are kept. */
function isRecent({ create_time: seconds }: ListedComment, since: Date): boolean {
  return !seconds || seconds >= Math.floor(since.getTime() / 1000);
}
