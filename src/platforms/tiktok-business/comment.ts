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
const unnamedCheckMs = 60 * 1000;

/** The reference of a comment: its post and, if it is a reply, the comment of its thread. */
const referenceSchema = z.object({ videoId: z.string().min(1), threadId: z.string().min(1).optional() });
/** The target of a prepared comment: the post, and the comment to reply to; null for the post itself. */
const stateSchema = z.object({ videoId: z.string().min(1), commentId: z.string().min(1).nullable() });
type CommentState = z.infer<typeof stateSchema>;

/** Posts have numeric ids. Any other id is that of a job whose post id TikTok had not returned yet. */
const postId = /^\d+$/;

/** Finds the target of a comment. A comment waits until TikTok returns the id of its post. */
export async function prepareComment(session: BusinessSession, replyTo: ReplyTarget): Promise<PrepareAnswer> {
  const { externalPostId, reference, root } = replyTo;
  const answered = referenceSchema.safeParse(reference).data;
  if (answered !== undefined) {
    const { videoId, threadId = externalPostId } = answered;
    return prepared({ videoId, commentId: threadId });
  }
  const place = await nameOf(session, root?.externalPostId ?? externalPostId);
  switch (place.kind) {
    case 'named':
      return prepared({ videoId: place.videoId, commentId: root === undefined ? null : externalPostId });
    case 'unnamed':
      return { kind: 'pending', checkAfterMs: unnamedCheckMs };
    case 'failed':
      return { kind: 'rejected', code: 'PLATFORM_REJECTED', message: place.message };
  }
}

/** Finds the post's own id. If we know the post only by its job, TikTok may have returned the id in the meantime. */
export async function nameOf(
  session: BusinessSession,
  externalPostId: string,
): Promise<{ kind: 'named'; videoId: string } | { kind: 'unnamed' } | { kind: 'failed'; message: string }> {
  if (postId.test(externalPostId)) return { kind: 'named', videoId: externalPostId };
  const job = await readJob(session, externalPostId, { options: null });
  if (job.kind === 'failed') return { kind: 'failed', message: job.message };
  return job.kind === 'done' && job.postId !== null
    ? { kind: 'named', videoId: job.postId }
    : { kind: 'unnamed' };
}

function prepared(state: CommentState): PrepareAnswer {
  return { kind: 'prepared', state };
}

const createdSchema = z.object({ comment_id: z.string().min(1) });

export async function publishComment(
  session: BusinessSession,
  { text }: Publication,
  stored: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const state = stateSchema.safeParse(stored).data;
  if (state === undefined) {
    return { kind: 'prepare-again', message: 'The prepared state does not name its post.' };
  }
  const { videoId, commentId } = state;
  const answer = await postBusiness(session, {
    path: commentId === null ? '/business/comment/create/' : '/business/comment/reply/create/',
    fields: { video_id: videoId, ...(commentId === null ? {} : { comment_id: commentId }), text },
    sendBefore,
  });
  const created = readData(answer, createdSchema);
  if (created !== null) return { kind: 'published', published: toComment(created.comment_id, state) };
  return commentFailure(businessFailure(answer, session.clock));
}

function toComment(externalPostId: string, { videoId, commentId }: CommentState): Published {
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

/** The prepared target or, if it is lost, the target that would be prepared at present. */
async function placeOf(
  session: BusinessSession,
  replyTo: ReplyTarget,
  stored: JsonObject | null,
): Promise<CommentState> {
  const known = stateSchema.safeParse(stored).data;
  if (known !== undefined) return known;
  const answer = await prepareComment(session, replyTo);
  if (answer.kind === 'prepared') return stateSchema.parse(answer.state);
  const message = 'TikTok has not returned the id of the post yet.';
  throw new PlatformFailed(answer.kind === 'pending' ? { kind: 'ambiguous', message } : answer);
}

function readComments(
  session: BusinessSession,
  { videoId, commentId }: CommentState,
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
