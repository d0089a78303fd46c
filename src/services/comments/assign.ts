import { and, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import type { Tx } from '../../db/client.js';
import { commentAssignments, comments, memberships } from '../../db/schema/index.js';
import { AppError, notFound } from '../../domain/errors.js';
import { hasPermission } from '../../domain/roles.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { readInReach } from './internal/read-in-reach.js';
import { readConversationIds } from './internal/thread.js';
import type { CommentView } from './types.js';
import { readCommentView } from './view.js';

/**
 * Assigns all comments of a conversation to a member, or removes the assignment. A later comment of the conversation
 * gets the member of its parent.
 */
export async function assignComment(
  ctx: RequestContext,
  { commentId, userId }: { commentId: string; userId: string | null },
): Promise<CommentView> {
  const { comment } = await readInReach(ctx, commentId, 'writePosts');
  return ctx.db.transaction(async (tx) => {
    // The lock also keeps the member from being removed until the end.
    await holdRights(tx, ctx, comment.workspaceId, 'writePosts');
    const memberId = userId === null ? null : await readAssignee(tx, comment.workspaceId, userId);
    const ids = await readConversationIds(tx, comment);
    await (memberId === null
      ? tx.delete(commentAssignments).where(anyOf(commentAssignments.commentId, ids))
      : assignAll(tx, ids, memberId));
    await tx.update(comments).set({ updatedAt: ctx.clock.now() }).where(eq(comments.id, commentId));
    return readCommentView(tx, ctx, commentId);
  });
}

async function readAssignee(tx: Tx, workspaceId: string, userId: string): Promise<string> {
  const [member] = await tx
    .select({ id: memberships.id, role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.workspaceId, workspaceId), eq(memberships.userId, userId)));
  if (member === undefined) throw notFound('userId');
  if (hasPermission(member.role, 'writePosts')) return member.id;
  const message = `Members with the role ${member.role} cannot reply to comments, so none can be assigned to them.`;
  throw new AppError('VALIDATION_FAILED', message, {
    details: [{ path: 'userId', code: 'role_without_replies', message }],
  });
}

/**
 * Assigns the comments. They are locked in the order of their ids, so that two parallel assignments cannot deadlock.
 */
async function assignAll(tx: Tx, ids: readonly string[], memberId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${commentAssignments} (comment_id, member_id)
    select id, ${memberId} from ${comments} where ${anyOf(comments.id, ids)}
    order by id for key share
    on conflict (comment_id) do update set member_id = excluded.member_id`);
}
