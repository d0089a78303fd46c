import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { constraintOf } from '../../../db/errors.js';
import { commentFeeds, commentNotes, comments } from '../../../db/schema/index.js';
import { readTargets } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';

type CommentRow = typeof comments.$inferSelect;

/** A read of comments may store the reply at the same moment, so the merge is tried again. */
const mergeTriesMax = 3;
const externalIdIndex = 'comments_external';

/**
 * Copies the result of a publication, also of a late success, to the comment of a reply. The caller has locked the
 * publication. A comment that was removed in the meantime stays removed.
 */
export async function settleReply(tx: Tx, { clock }: ServiceDeps, publicationId: string): Promise<void> {
  const isOfReply = eq(comments.replyPublicationId, publicationId);
  const [comment] = await tx.select().from(comments).where(isOfReply).for('update');
  const [target] = await readTargets(tx, [publicationId]);
  if (comment === undefined || target === undefined) return;
  const { externalPostId, externalUrl, externalReference, publishedAt } = target;
  const updatedAt = clock.now();
  if (target.status !== 'PUBLISHED' || externalPostId === null) {
    await tx.update(comments).set({ updatedAt }).where(isOfReply);
    // A read may already have stored the reply as another row. The next read compares its page again to recognize it.
    const { socialAccountId, externalPostId: under } = comment;
    await tx
      .update(commentFeeds)
      .set({ digest: null })
      .where(and(eq(commentFeeds.socialAccountId, socialAccountId), eq(commentFeeds.externalPostId, under)));
    return;
  }
  const settled = {
    externalCommentId: externalPostId,
    externalUrl,
    reference: externalReference,
    postedAt: publishedAt ?? comment.postedAt,
    updatedAt,
  };
  for (let tries = 1; ; tries += 1) {
    try {
      await tx.transaction((merge) => takeTwin(merge, comment, settled));
      return;
    } catch (error) {
      if (constraintOf(error) !== externalIdIndex || tries >= mergeTriesMax) throw error;
    }
  }
}

type Settled = Pick<
  CommentRow,
  'externalCommentId' | 'externalUrl' | 'reference' | 'postedAt' | 'updatedAt'
> & { externalCommentId: string };

/**
 * Writes the result to the reply's comment. If a read has stored another row for the reply, that row is deleted, and
 * its notes and the values that only the platform provides are kept.
 */
async function takeTwin(tx: Tx, { id, socialAccountId }: CommentRow, settled: Settled): Promise<void> {
  const isTwin = and(
    eq(comments.socialAccountId, socialAccountId),
    eq(comments.externalCommentId, settled.externalCommentId),
    ne(comments.id, id),
  );
  const twins = tx.select({ id: comments.id }).from(comments).where(isTwin);
  await tx.update(commentNotes).set({ commentId: id }).where(inArray(commentNotes.commentId, twins));
  const [twin] = await tx.delete(comments).where(isTwin).returning();
  const told =
    twin === undefined
      ? {}
      : {
          externalUrl: twin.externalUrl ?? settled.externalUrl,
          reference: twin.reference ?? settled.reference,
          canReply: twin.canReply,
          seenAt: twin.seenAt,
          deletedAt: twin.deletedAt,
        };
  await tx
    .update(comments)
    .set({ ...settled, ...told })
    .where(eq(comments.id, id));
}
