import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { comments, publications, socialAccounts, targets } from '../../../db/schema/index.js';
import { asSubject, asTarget, type PublicationRow, type TargetRow } from '../../post-records/records.js';
import { newReplyRow } from '../../post-records/new-rows.js';
import { startOrder } from '../../post-runs/stage-run.js';
import type { RequestContext } from '../../shared/context.js';
import type { PublishPostStart } from '../../shared/workflow-starter.js';
import { callerOf, recordEvents } from '../../timeline/record.js';
import { passAssignmentsOn } from '../pass-assignments-on.js';
import type { CommentRow } from '../view.js';

export interface NewReply {
  comment: CommentRow;
  publication: PublicationRow;
}

/** A reply and the comment that it belongs to. */
interface Answered {
  /** The id of the new publication. */
  id: string;
  comment: CommentRow;
  externalCommentId: string;
  text: string;
}

/**
 * Builds the rows of a reply: the visible comment, and its publication. The run is staged already, so that the
 * reconciler starts it if this request does not.
 */
export async function newReply(
  tx: Tx,
  ctx: RequestContext,
  { id, comment: answered, externalCommentId, text }: Answered,
): Promise<NewReply> {
  const { workspaceId, socialAccountId, platform, externalPostId, targetId } = answered;
  const now = ctx.clock.now();
  const publication = newReplyRow(ctx, {
    ...{ id, workspaceId, socialAccountId, platform, captionOverride: text },
    replyTo: {
      externalPostId: externalCommentId,
      reference: answered.reference,
      root: { externalPostId, reference: await referenceOf(tx, targetId) },
    },
  });
  const [account] = await tx.select().from(socialAccounts).where(eq(socialAccounts.id, socialAccountId));
  const comment: CommentRow = {
    id: ctx.newId('comment'),
    workspaceId,
    socialAccountId,
    platform,
    postId: answered.postId,
    targetId,
    externalPostId,
    externalCommentId: null,
    parentExternalId: externalCommentId,
    authorExternalId: account?.externalAccountId ?? null,
    authorHandle: account?.handle ?? null,
    authorName: account?.displayName ?? null,
    authorAvatarUrl: account?.avatarUrl ?? null,
    text,
    mine: true,
    // Replies to the new comment are allowed until a read of the platform says otherwise.
    canReply: true,
    reference: null,
    externalUrl: null,
    replyPublicationId: id,
    readAt: now,
    postedAt: now,
    createdAt: now,
    updatedAt: now,
    seenAt: null,
    hiddenAt: null,
    deletedAt: null,
    removedAt: null,
    announceSince: null,
  };
  return { comment, publication };
}

/** The data of the post, besides its id, that a reply needs if we published the post. */
async function referenceOf(tx: Tx, targetId: string | null): Promise<TargetRow['externalReference']> {
  if (targetId === null) return null;
  const [target] = await tx
    .select({ reference: targets.externalReference })
    .from(targets)
    .where(eq(targets.id, targetId));
  return target?.reference ?? null;
}

/** Inserts the reply with its publication and the first entries of its timeline. */
export async function insertReply(
  tx: Tx,
  ctx: RequestContext,
  { publication, comment }: NewReply,
): Promise<PublishPostStart> {
  const { id, createdAt: dueAt, runId } = publication;
  const workflowId = runId ?? '';
  await tx.insert(publications).values(publication);
  await tx.insert(comments).values(comment);
  await passAssignmentsOn(tx, [comment.id]);
  await recordEvents(tx, ctx, id, callerOf(ctx), [
    { kind: 'CREATED', detail: { status: 'SCHEDULED' } },
    { kind: 'SCHEDULED', detail: { scheduledAt: dueAt.toISOString(), workflowId } },
  ]);
  const order = startOrder({ post: asSubject(publication), media: [] }, [asTarget(publication)], {
    ...{ workflowId, dueAt },
  });
  return { ...order, requestId: ctx.requestId };
}
