import { AppError, notFound } from '../../domain/errors.js';
import { parseSeenUrl } from '../../urls/seen-url.js';
import { lockPost } from '../post-records/records.js';
import { confirmPublished, isUnconfirmed } from '../publishing/confirm-published.js';
import { checkSeen, isUrlOf, keepsItsUrl } from '../publishing/seen-url.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { readInReach } from './internal/read-in-reach.js';
import { replyToComment } from './reply.js';
import type { CommentStatus, CommentView } from './types.js';
import { readCommentViews } from './view.js';

export interface ResolveReplyInput {
  commentId: string;
  /** Whether the person has seen the reply on the platform. */
  published: boolean;
  externalUrl?: string;
}

/**
 * Ends the question that an unconfirmed reply asks, by what a person has seen on the platform: it is SENT, or it is
 * sent again with the consent to send it twice.
 */
export async function resolveReply(
  ctx: RequestContext,
  { commentId, published, externalUrl }: ResolveReplyInput,
): Promise<CommentView> {
  const { comment } = await readInReach(ctx, commentId, 'writePosts');
  const shown = await readOne(ctx, commentId);
  const seenUrl = externalUrl === undefined ? null : parseSeenUrl(externalUrl);
  const isSent = published && shown.status === 'SENT';
  if (isSent && (seenUrl === null || seenUrl.href === shown.externalUrl)) return shown;
  if (comment.replyPostId === null || !(isSent || shown.status === 'UNCONFIRMED'))
    throw notUnconfirmed(shown);
  if (!published) return sendAgain(ctx, shown);
  await confirmSent(ctx, { workspaceId: comment.workspaceId, postId: comment.replyPostId, seenUrl });
  return readOne(ctx, commentId);
}

/** The reply as it is now, for the repeat of a request that has answered the question. */
export async function getReply(
  ctx: RequestContext,
  { commentId }: { commentId: string },
): Promise<CommentView> {
  await readInReach(ctx, commentId, 'read');
  return readOne(ctx, commentId);
}

/** The same words as a reply to the same comment mean this reply. */
async function sendAgain(ctx: RequestContext, { parentId, text }: CommentView): Promise<CommentView> {
  if (parentId === null) throw notFound();
  const again = {
    commentId: parentId,
    text,
    clientReferenceId: null,
    republishUnconfirmed: true,
    isAnswer: true,
  };
  return (await replyToComment(ctx, again)).comment;
}

/** The URL of a reply names its post on most platforms, so the next read of the comments finds its id. */
async function confirmSent(
  given: RequestContext,
  { workspaceId, postId, seenUrl }: { workspaceId: string; postId: string; seenUrl: URL | null },
): Promise<void> {
  await given.db.transaction(async (tx) => {
    const ctx = await holdRights(tx, given, workspaceId, 'writePosts');
    const record = await lockPost(tx, postId);
    const [target] = record?.targets ?? [];
    if (record === undefined || target === undefined) throw notFound();
    if (target.status === 'PUBLISHED') {
      if (seenUrl !== null && !(await isUrlOf(tx, target, seenUrl)))
        throw invalidState('SENT', keepsItsUrl(target));
      return;
    }
    if (!isUnconfirmed(target)) throw notUnconfirmed({ status: 'SENDING', replyId: null });
    if (seenUrl !== null) await checkSeen(tx, ctx, target, seenUrl);
    const seen = { externalPostId: null, externalUrl: seenUrl?.href ?? null, commentRunId: null };
    await ctx.bind?.(tx, postId);
    await confirmPublished(tx, ctx, { post: record.post, target }, seen);
  });
}

function notUnconfirmed({
  status,
  replyId,
}: Pick<CommentView, 'status' | 'replyId'>): AppError<'INVALID_STATE'> {
  if (status !== 'RECEIVED' || replyId === null)
    return invalidState(status, 'The reply is not unconfirmed, so there is nothing to resolve.');
  const message = `This is the comment that you replied to. Send the request with the id of the reply: ${replyId}.`;
  return new AppError('INVALID_STATE', message, { status, allowed: [], replyId });
}

function invalidState(status: CommentStatus, message: string): AppError<'INVALID_STATE'> {
  return new AppError('INVALID_STATE', message, { status, allowed: [] });
}

async function readOne({ db }: RequestContext, commentId: string): Promise<CommentView> {
  const [view] = await readCommentViews(db, [commentId]);
  if (view === undefined) throw notFound();
  return view;
}
