import { and, eq } from 'drizzle-orm';
import { commentFeeds, comments } from '../../db/schema/index.js';
import type { AuditAction } from '../../domain/audit.js';
import { lacksScope } from '../account-grants/missing-scopes.js';
import { recordAudit } from '../audit/record.js';
import type { RequestContext } from '../shared/context.js';
import { askForChange } from './internal/ask-for-change.js';
import { checkReachable, refusal } from './internal/check-reachable.js';
import { readInReach } from './internal/read-in-reach.js';
import type { CommentView } from './types.js';
import { mayDelete, mayHide, readCommentView, type CommentRow } from './view.js';

// Hiding and deleting set a state and can be repeated, so a call whose response was lost needs no attempt and no
// look-up.

/** Hides a comment on the platform, or shows it again. Nothing is stored unless the platform confirms it. */
export async function setCommentHidden(
  ctx: RequestContext,
  { commentId, isHidden }: { commentId: string; isHidden: boolean },
): Promise<CommentView> {
  const record = await readInReach(ctx, commentId, 'writePosts');
  const { comment } = record;
  const { hiding } = ctx.platforms.get(comment.platform)?.comments ?? {};
  const externalId = checkReachable(record, 'hide it or show it again');
  if (hiding === undefined || !mayHide(record, hiding)) {
    throw refusal(
      record,
      hiding !== undefined && lacksScope(record.account, hiding)
        ? 'The social account was connected without the permission to hide comments. Connect it again.'
        : 'The platform does not allow apps to hide this comment.',
    );
  }
  const outcome = await askForChange(ctx, record, (session) => hiding.set(session, externalId, isHidden));
  if (outcome === 'gone') throw refusal(record, 'The platform does not show this comment any more.');
  if ((comment.hiddenAt !== null) === isHidden) return readCommentView(ctx.db, ctx, commentId);
  const now = ctx.clock.now();
  return store(ctx, comment, isHidden ? 'comment.hidden' : 'comment.unhidden', {
    hiddenAt: isHidden ? now : null,
    ...(hiding.closesReplies === true && { canReply: !isHidden }),
    updatedAt: now,
  });
}

/** Deletes a comment on the platform. One that is gone there already counts as deleted. */
export async function deleteComment(
  ctx: RequestContext,
  { commentId }: { commentId: string },
): Promise<void> {
  const record = await readInReach(ctx, commentId, 'writePosts');
  const { comment } = record;
  if (comment.deletedAt !== null) return;
  const { deleting } = ctx.platforms.get(comment.platform)?.comments ?? {};
  const externalId = checkReachable(record, 'delete it');
  if (deleting === undefined || !mayDelete(comment, deleting)) {
    throw refusal(record, 'The platform does not allow apps to delete this comment.');
  }
  const outcome = await askForChange(ctx, record, (session) => deleting.remove(session, externalId));
  const now = ctx.clock.now();
  // "Not found" may also mean "not shown to us", so only a confirmed deletion is final.
  const removed = outcome === 'changed' ? { removedAt: now } : {};
  await store(ctx, comment, 'comment.deleted', { deletedAt: now, updatedAt: now, ...removed });
}

async function store(
  ctx: RequestContext,
  { id, workspaceId, socialAccountId, externalPostId }: CommentRow,
  action: AuditAction,
  changes: Partial<CommentRow>,
): Promise<CommentView> {
  return ctx.db.transaction(async (tx) => {
    await tx.update(comments).set(changes).where(eq(comments.id, id));
    // The next read must not take the list for unchanged, because the platform may differ from what is stored now.
    await tx
      .update(commentFeeds)
      .set({ digest: null })
      .where(
        and(
          eq(commentFeeds.socialAccountId, socialAccountId),
          eq(commentFeeds.externalPostId, externalPostId),
        ),
      );
    const view = await readCommentView(tx, ctx, id);
    await recordAudit(tx, ctx, { workspaceId, action, subject: { id, name: null } });
    return view;
  });
}
