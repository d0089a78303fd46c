import { and, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { comments, targets } from '../../../db/schema/index.js';
import { AppError } from '../../../domain/errors.js';
import { recordResolution } from '../../audit/resolution.js';
import { lockRecord } from '../../post-records/records.js';
import { stageRun } from '../../post-runs/stage-run.js';
import { isUnconfirmed } from '../../publishing/confirm-published.js';
import type { RequestContext } from '../../shared/context.js';
import type { PublishPostStart } from '../../shared/workflow-starter.js';
import { callerOf, recordEvents } from '../../timeline/record.js';
import type { CommentRecord } from '../view.js';

/** A reply with the same text that is being sent or whose outcome is unknown. */
export interface OpenReply {
  id: string;
  publicationId: string;
  status: 'SENDING' | 'UNCONFIRMED';
}

/** The condition for our replies to a comment with the same text. False if the comment has no id on the platform. */
function isSameReply({ comment, sending }: CommentRecord, text: string): SQL | undefined {
  // A public reply's target gets its id slightly before the comment does.
  const externalId = comment.externalCommentId ?? sending?.externalPostId;
  if (externalId === undefined || externalId === null) return sql`false`;
  return and(
    eq(comments.socialAccountId, comment.socialAccountId),
    eq(comments.parentExternalId, externalId),
    eq(comments.text, text),
    eq(comments.mine, true),
  );
}

/** Finds an earlier reply with the same text. A reply that is being sent is preferred to one of unknown outcome. */
export async function findOpenReply(
  tx: Tx,
  answered: CommentRecord,
  text: string,
): Promise<OpenReply | undefined> {
  const found = await tx
    .select({ id: comments.id, publicationId: targets.id, status: targets.status })
    .from(comments)
    .innerJoin(targets, eq(targets.id, comments.replyPublicationId))
    .where(
      and(
        isSameReply(answered, text),
        or(
          inArray(targets.status, ['SCHEDULED', 'PUBLISHING']),
          and(
            eq(targets.status, 'FAILED'),
            eq(targets.errorCode, 'PUBLISH_UNCONFIRMED'),
            isNull(comments.externalCommentId),
          ),
        ),
      ),
    )
    .orderBy(comments.createdAt, comments.id);
  const replies = found.map(({ status, ...reply }): OpenReply => {
    return { ...reply, status: status === 'FAILED' ? 'UNCONFIRMED' : 'SENDING' };
  });
  return replies.find(({ status }) => status === 'SENDING') ?? replies[0];
}

/**
 * Refuses the consent to send a reply again if it has become public since the caller looked. Without that consent, the
 * same text is a new reply.
 */
export async function checkNotSent(tx: Tx, answered: CommentRecord, text: string): Promise<void> {
  const [sent] = await tx
    .select({ id: comments.id })
    .from(comments)
    .leftJoin(targets, eq(targets.id, comments.replyPublicationId))
    .where(
      and(
        isSameReply(answered, text),
        or(isNotNull(comments.externalCommentId), eq(targets.status, 'PUBLISHED')),
      ),
    )
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(1);
  if (sent === undefined) return;
  const message = `The same reply has been sent: ${sent.id}. To publish it once more, leave out republishUnconfirmed.`;
  throw new AppError('INVALID_STATE', message, { status: 'SENT', allowed: [], replyId: sent.id });
}

/**
 * Sends an unconfirmed reply with the same text again, in place of a new one, with a look-up first. Refuses if that
 * reply is still being sent, or if the caller has not consented to send it twice.
 */
export async function repeatReply(
  tx: Tx,
  ctx: RequestContext,
  { id, publicationId, status }: OpenReply,
  { republishUnconfirmed, isAnswer }: { republishUnconfirmed: boolean; isAnswer: boolean },
): Promise<{ id: string; start: PublishPostStart }> {
  const details = { status, allowed: [], replyId: id };
  if (status === 'SENDING')
    throw new AppError('INVALID_STATE', `The same reply is already being sent: ${id}.`, details);
  if (!republishUnconfirmed) {
    const message = `The same reply may already be public: ${id}. Check the platform; to send it again anyway, set republishUnconfirmed.`;
    throw new AppError('INVALID_STATE', message, details);
  }
  const record = await lockRecord(tx, publicationId);
  const isOpen = record?.targets.some(isUnconfirmed);
  // The reply was found or retried since it was read.
  if (record === undefined || isOpen !== true)
    throw new AppError('RETRY', 'The reply changed in the meantime. Try again.', {});
  const now = ctx.clock.now();
  const start = await stageRun(tx, ctx, record, {
    dueAt: now,
    scheduledAt: now,
    picks: (target) => target.status === 'FAILED',
    republishUnconfirmed,
  });
  const denied = { kind: 'RESOLVED', targetId: publicationId, detail: { isPublished: false } } as const;
  await recordEvents(tx, ctx, publicationId, callerOf(ctx), [
    ...(isAnswer ? [denied] : []),
    { kind: 'RETRIED', detail: { targetIds: [publicationId], workflowId: start.workflowId } },
  ]);
  const { workspaceId } = record.post;
  if (isAnswer) await recordResolution(tx, ctx, { commentId: id, workspaceId }, { isPublished: false });
  await tx.update(comments).set({ updatedAt: now }).where(eq(comments.id, id));
  return { id, start: { ...start, requestId: ctx.requestId } };
}
