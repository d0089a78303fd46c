import { and, asc, eq, exists, gt, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { posts, targets } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { restorePost, type RestoredAs } from './internal/restore-post.js';

/** How many posts are read at a time, and how many are processed at once. */
const pageRows = 200;
const atOnceMax = 4;

export type RestoreCounts = Record<RestoredAs | 'failed', number>;

/**
 * For a database that came back with a past state: anything written since then may be missing, including calls
 * that published something. Processes every post that may still be published, so that each target is looked up at
 * its platform before it is called, and no run of the lost time is mistaken for a future one. It may be repeated
 * and run beside workers. A post that fails does not stop the others.
 */
export async function afterRestore(
  deps: ServiceDeps,
  options: { since: Date; dryRun: boolean },
): Promise<RestoreCounts> {
  const counts = { lookedFor: 0, waiting: 0, guarded: 0, numbered: 0, comments: 0, unchanged: 0, failed: 0 };
  for (let after = ''; ;) {
    const ids = await readPage(deps, after);
    for (let from = 0; from < ids.length; from += atOnceMax) {
      const some = ids.slice(from, from + atOnceMax);
      const restored = await Promise.all(some.map((id) => tryPost(deps, id, options)));
      for (const kind of restored) counts[kind] += 1;
    }
    const last = ids.at(-1);
    if (last === undefined) return counts;
    after = last;
  }
}

async function tryPost(
  deps: ServiceDeps,
  postId: string,
  options: { since: Date; dryRun: boolean },
): Promise<RestoredAs | 'failed'> {
  try {
    return await restorePost(deps, postId, options);
  } catch (error) {
    deps.log.error({ err: error, postId }, 'a post could not be treated after the restore');
    return 'failed';
  }
}

/** Ids of posts that may still be published, or commented on, after the last processed one. */
async function readPage({ db }: ServiceDeps, after: string): Promise<string[]> {
  const lacksComment = db
    .select({ id: targets.id })
    .from(targets)
    .where(
      and(
        eq(targets.postId, posts.id),
        isNotNull(targets.firstComment),
        isNull(targets.firstCommentExternalId),
      ),
    );
  const rows = await db
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        gt(posts.id, after),
        isNull(posts.deletedAt),
        or(ne(posts.status, 'PUBLISHED'), exists(lacksComment)),
      ),
    )
    .orderBy(asc(posts.id))
    .limit(pageRows);
  return rows.map(({ id }) => id);
}
