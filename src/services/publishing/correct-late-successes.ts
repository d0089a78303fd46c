import { and, between, eq, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { posts, targets } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { correctPost } from './internal/record-success.js';

/** Older than any success whose recorder may still be correcting the post. */
const ageMsMin = 5 * 60_000;
/** Many sweeps have seen it by then. */
const ageMsMax = 15 * 60_000;
const postsMax = 200;

/**
 * Corrects posts whose run was over when a target turned out to be public, and whose worker was lost before it could
 * correct them. Their event is sent, too.
 */
export async function correctLateSuccesses(deps: ServiceDeps): Promise<void> {
  const nowMs = deps.clock.now().getTime();
  const failed = alias(targets, 'failed');
  const hasNoFailure = notExists(
    deps.db
      .select({ one: sql`1` })
      .from(failed)
      .where(and(eq(failed.postId, posts.id), eq(failed.status, 'FAILED'), isNull(failed.removedAt))),
  );
  const rows = await deps.db
    .selectDistinct({ id: posts.id })
    .from(targets)
    .innerJoin(posts, eq(posts.id, targets.postId))
    .where(
      and(
        between(targets.publishedAt, new Date(nowMs - ageMsMax), new Date(nowMs - ageMsMin)),
        isNull(targets.replyTo),
        eq(targets.status, 'PUBLISHED'),
        isNull(targets.removedAt),
        isNull(posts.deletedAt),
        or(
          inArray(posts.status, ['FAILED', 'CANCELED']),
          and(eq(posts.status, 'PARTIALLY_PUBLISHED'), hasNoFailure),
        ),
      ),
    )
    .limit(postsMax);
  for (const { id } of rows) {
    deps.log.warn({ postId: id }, 'a post did not know that it is public, and is corrected');
    await correctPost(deps, id);
  }
}
