import { requireMember } from '../../shared/rights/access.js';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { comments, posts, socialAccounts, targets } from '../../../db/schema/index.js';
import { publishPostWorkflowId } from '../../../domain/workflow-contract.js';
import type { PostRow, TargetRow } from '../../post-records/records.js';
import { newTargetRow, withFollowing } from '../../post-records/new-rows.js';
import { startOrder } from '../../post-runs/stage-run.js';
import type { RequestContext } from '../../shared/context.js';
import type { PublishPostStart } from '../../shared/workflow-starter.js';
import { callerOf, recordEvents } from '../../timeline/record.js';
import { passAssignmentsOn } from '../pass-assignments-on.js';
import type { CommentRow } from '../view.js';

const firstGeneration = 1;

export interface NewReply {
  comment: CommentRow;
  post: PostRow;
  target: TargetRow;
}

/** A reply and the comment that it belongs to. */
interface Answered {
  /** The id of the new post that publishes the reply. */
  postId: string;
  comment: CommentRow;
  externalCommentId: string;
  text: string;
}

/**
 * Builds the rows of a reply: the visible comment, and a post with one target, which the publish protocol uses. The run
 * is staged already, so that the reconciler starts it if this request does not.
 */
export async function newReply(
  tx: Tx,
  ctx: RequestContext,
  { postId, comment: answered, externalCommentId, text }: Answered,
): Promise<NewReply> {
  const { workspaceId, socialAccountId, platform, externalPostId, targetId } = answered;
  const now = ctx.clock.now();
  const post = newReplyPost(ctx, { id: postId, workspaceId, caption: text });
  const input = { socialAccountId, captionOverride: null, firstComment: null, platformOptions: null };
  const target: TargetRow = {
    ...newTargetRow(ctx, post, { input: { ...input, mediaIds: [] }, account: { platform } }, 0),
    replyTo: {
      externalPostId: externalCommentId,
      reference: answered.reference,
      root: { externalPostId, reference: await referenceOf(tx, targetId) },
    },
  };
  const [account] = await tx.select().from(socialAccounts).where(eq(socialAccounts.id, socialAccountId));
  const comment: CommentRow = {
    id: post.replyCommentId,
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
    replyPostId: post.id,
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
  return { comment, post, target };
}

function newReplyPost(
  ctx: RequestContext,
  { id, workspaceId, caption }: Pick<PostRow, 'id' | 'workspaceId' | 'caption'>,
): PostRow & { replyCommentId: string } {
  const now = ctx.clock.now();
  return {
    id,
    workspaceId,
    createdByUserId: requireMember(ctx).userId,
    status: 'SCHEDULED',
    caption,
    parts: [],
    scheduledAt: now,
    timezone: null,
    metadata: {},
    generation: firstGeneration,
    workflowId: null,
    pendingWorkflowId: publishPostWorkflowId(id, firstGeneration),
    pendingSince: now,
    approvedByUserId: null,
    approvedAt: null,
    approvedAltTexts: null,
    mediaAltText: null,
    rejectionReason: null,
    createdViaApi: ctx.actor.kind === 'apiKey',
    createdViaFlatShape: false,
    replyCommentId: ctx.newId('comment'),
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  };
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

/** Inserts the reply with its post, its target and the first entries of its timeline. */
export async function insertReply(
  tx: Tx,
  ctx: RequestContext,
  { post, target, comment }: NewReply,
): Promise<PublishPostStart> {
  const dueAt = post.createdAt;
  const workflowId = post.pendingWorkflowId ?? '';
  await tx.insert(posts).values(post);
  await tx.insert(targets).values(withFollowing([target]));
  await tx.insert(comments).values(comment);
  await passAssignmentsOn(tx, [comment.id]);
  await recordEvents(tx, ctx, post.id, callerOf(ctx), [
    { kind: 'CREATED', detail: { status: post.status } },
    { kind: 'SCHEDULED', detail: { scheduledAt: dueAt.toISOString(), workflowId } },
  ]);
  return { ...startOrder({ post, media: [] }, [target], { workflowId, dueAt }), requestId: ctx.requestId };
}
