import { and, eq } from 'drizzle-orm';
import { anyOf } from '../../../db/any-of.js';
import { comments } from '../../../db/schema/index.js';
import { commentsPerPostMax } from '../../../domain/comments.js';
import type { ServiceDeps } from '../../shared/context.js';
import { recordOnce } from '../../timeline/record-once.js';
import type { CleanComment } from './clean-comment.js';
import type { ClaimedFeed, LoadedFeed } from './feed.js';

/** Returns how many more comments of a post may be stored. */
export async function readRemaining(
  { db }: Pick<ServiceDeps, 'db'>,
  { socialAccountId, externalPostId }: ClaimedFeed,
): Promise<number> {
  const ofPost = db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.socialAccountId, socialAccountId), eq(comments.externalPostId, externalPostId)))
    .limit(commentsPerPostMax)
    .as('of_post');
  return commentsPerPostMax - (await db.$count(ofPost));
}

/** Returns the known comments of a page and as many new ones as the limit allows, in the order of the page. */
export async function withinLimit(
  { db }: Pick<ServiceDeps, 'db'>,
  { feed }: LoadedFeed,
  page: readonly CleanComment[],
  newMax: number,
): Promise<CleanComment[]> {
  const ids = page.map(({ externalCommentId }) => externalCommentId);
  const { socialAccountId, externalCommentId: id } = comments;
  const rows = await db
    .select({ id })
    .from(comments)
    .where(and(eq(socialAccountId, feed.socialAccountId), anyOf(id, ids)));
  const known = new Set(rows.map(({ id }) => id));
  let left = newMax;
  return page.filter(({ externalCommentId }) => known.has(externalCommentId) || left-- > 0);
}

/** Records once, in the timeline and the log, that comments were left out. Posts made elsewhere have no timeline. */
export async function recordLeftOut(deps: ServiceDeps, { feed, target }: LoadedFeed): Promise<void> {
  const { socialAccountId, targetId } = feed;
  if (target === null || targetId === null) return;
  const { postId } = target;
  const isNews = await recordOnce(deps, { id: targetId, postId }, { kind: 'COMMENTS_LEFT_OUT', detail: {} });
  if (!isNews) return;
  deps.log.warn({ socialAccountId, postId, commentsPerPostMax }, 'a post has more comments than are stored');
}
