import { and, eq, isNotNull, isNull, min } from 'drizzle-orm';
import { posts, targets } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { correctPost } from './internal/record-success.js';

const postsMax = 200;

/**
 * Corrects posts whose run was over when a target turned out to be public, and whose worker was lost before it could
 * correct them. Their event is sent, too. Whoever comes first pays the debt under the post's lock, so it is paid once.
 */
export async function correctLateSuccesses(deps: ServiceDeps): Promise<void> {
  const rows = await deps.db
    .select({ id: posts.id })
    .from(targets)
    .innerJoin(posts, eq(posts.id, targets.postId))
    .where(and(isNotNull(targets.correctionOwedSince), isNull(posts.deletedAt)))
    .groupBy(posts.id)
    .orderBy(min(targets.correctionOwedSince))
    .limit(postsMax);
  for (const { id } of rows) {
    deps.log.warn({ postId: id }, 'a post did not know that it is public, and is corrected');
    try {
      await correctPost(deps, id);
    } catch (error) {
      deps.log.error({ err: error, postId: id }, 'a post could not be corrected; the next sweep tries again');
    }
  }
}
