import { AppError, notFound } from '../../domain/errors.js';
import { parseSeenUrl } from '../../urls/seen-url.js';
import { lockRecord } from '../post-records/records.js';
import { confirmPublished, isUnconfirmed } from '../publishing/confirm-published.js';
import { checkSeen, isUrlOf, keepsItsUrl } from '../publishing/seen-url.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { readInReach } from './internal/read-in-reach.js';
import { replyToComment } from './reply.js';
import type { CommentStatus, CommentView } from './types.js';
import { readCommentView, type CommentRow } from './view.js';

export interface ResolveReplyInput {
  commentId: string;
  /** Whether the user has seen the reply on the platform. */
  published: boolean;
  externalUrl?: string;
}

/**
 * Settles an unconfirmed reply by what a user has seen on the platform. If it is there, it becomes SENT. If it is not,
 * it is sent again with the consent to send it twice.
 */
export async function resolveReply(
  ctx: RequestContext,
  { commentId, published, externalUrl }: ResolveReplyInput,
): Promise<CommentView> {
  const { comment } = await readInReach(ctx, commentId, 'writePosts');
  const shown = await readCommentView(ctx.db, ctx, commentId);
  const seenUrl = externalUrl === undefined ? null : parseSeenUrl(externalUrl);
  const isSent = published && shown.status === 'SENT';
  if (isSent && (seenUrl === null || seenUrl.href === shown.externalUrl)) return shown;
  const { replyPublicationId: publicationId } = comment;
  if (publicationId === null || !(isSent || shown.status === 'UNCONFIRMED')) throw notUnconfirmed(shown);
  if (!published) return sendAgain(ctx, shown);
  await confirmSent(ctx, comment, publicationId, seenUrl);
  return readCommentView(ctx.db, ctx, commentId);
}

/** Returns the reply as it is now, for a repeat of the request that resolved it. */
export async function getReply(
  ctx: RequestContext,
  { commentId }: { commentId: string },
): Promise<CommentView> {
  await readInReach(ctx, commentId, 'read');
  return readCommentView(ctx.db, ctx, commentId);
}

/** Sends an unconfirmed reply again. `replyToComment` recognizes it by its text and parent. */
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

/** Records that a user has seen the reply. Most URLs do not contain its id, so the next read of comments finds it. */
async function confirmSent(
  given: RequestContext,
  { id: commentId, workspaceId }: CommentRow,
  publicationId: string,
  seenUrl: URL | null,
): Promise<void> {
  await given.db.transaction(async (tx) => {
    const ctx = await holdRights(tx, given, workspaceId, 'writePosts');
    const record = await lockRecord(tx, publicationId);
    const [target] = record?.targets ?? [];
    if (record === undefined || target === undefined) throw notFound();
    if (target.status === 'PUBLISHED') {
      if (seenUrl !== null && !(await isUrlOf(tx, target, seenUrl)))
        throw invalidState('SENT', keepsItsUrl(target));
      return;
    }
    if (!isUnconfirmed(target)) throw notUnconfirmed({ status: 'SENDING', replyId: null });
    if (seenUrl !== null) await checkSeen(tx, ctx, target, seenUrl);
    const seen = { externalPostId: null, externalUrl: seenUrl?.href ?? null, commentRunId: null, commentId };
    await ctx.bind?.(tx, publicationId);
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
