import { and, eq, isNotNull, isNull, min, sql } from 'drizzle-orm';
import { posts, publications } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { correctPost } from './internal/correct-post.js';
import { isTargetRow, targetRows } from './internal/row-versions.js';

const postsMax = 200;

/**
 * Corrects posts whose run had ended when a target turned out to be public, and sends their event, if the worker that
 * recorded the success was lost before it could do so. Each correction holds the post's lock and clears the mark, so it
 * happens once.
 */
export async function correctLateSuccesses(deps: ServiceDeps): Promise<void> {
  const id = sql<string>`coalesce(${targetRows.postId}, ${targetRows.id})`;
  const rows = await deps.db
    .select({ id })
    .from(publications)
    .innerJoin(targetRows, isTargetRow)
    .leftJoin(posts, eq(posts.id, targetRows.postId))
    .where(and(isNotNull(publications.correctionOwedSince), isNull(posts.deletedAt)))
    .groupBy(id)
    .orderBy(min(publications.correctionOwedSince))
    .limit(postsMax);
  for (const { id: postId } of rows) {
    deps.log.warn({ postId }, 'a post did not know that it is public, and is corrected');
    try {
      await correctPost(deps, postId);
    } catch (error) {
      deps.log.error({ err: error, postId }, 'a post could not be corrected; the next sweep tries again');
    }
  }
}
