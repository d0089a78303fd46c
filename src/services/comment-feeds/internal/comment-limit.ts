import { sql } from 'drizzle-orm';
import { comments } from '../../../db/schema/index.js';
import { commentsPerPostMax } from '../../../domain/comments.js';
import type { ServiceDeps } from '../../shared/context.js';
import { recordOnce } from '../../timeline/record-once.js';
import type { CleanComment } from './clean-comment.js';
import type { ClaimedFeed, LoadedFeed } from './feed.js';

/** How many more comments of a post may be stored. */
export async function readRemaining(
  { db }: Pick<ServiceDeps, 'db'>,
  { socialAccountId, externalPostId }: ClaimedFeed,
): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from ${comments}
      where social_account_id = ${socialAccountId} and external_post_id = ${externalPostId}
      limit ${commentsPerPostMax}) of_post`);
  return commentsPerPostMax - (row?.count ?? 0);
}

/** The known comments of a page, and as many new ones as the limit allows, in the order of the page. */
export async function withinLimit(
  { db }: Pick<ServiceDeps, 'db'>,
  { feed }: LoadedFeed,
  page: readonly CleanComment[],
  newMax: number,
): Promise<CleanComment[]> {
  const ids = page.map(({ externalCommentId }) => externalCommentId);
  const rows = await db.execute<{ id: string }>(sql`
    select external_comment_id as id from ${comments}
    where social_account_id = ${feed.socialAccountId} and external_comment_id = any(${sql.param(ids)}::text[])`);
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
