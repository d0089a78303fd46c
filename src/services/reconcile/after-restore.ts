import { and, asc, eq, exists, gt, isNull, ne, or } from 'drizzle-orm';
import { posts, targets } from '../../db/schema/index.js';
import { followers, isFollowerOf } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import { restorePost, type RestoredAs } from './internal/restore-post.js';

/** The number of posts per query, and the number that are processed concurrently. */
const pageRows = 200;
const atOnceMax = 4;
/** For each post, because a connection that breaks while everything starts again fails the posts that used it. */
const triesMax = 3;

export type RestoreCounts = Record<RestoredAs | 'failed', number>;

/**
 * Call this for a database that was restored to an earlier state: all rows written since then may be missing, including
 * those about calls that published a post. It processes every post that may still be published, so that each target is
 * looked up on its platform before it is called, and no run of the lost time is mistaken for a future one. It may be
 * repeated, and may run while workers do. A post that fails is tried again, and does not stop the others.
 */
export async function afterRestore(
  deps: ServiceDeps,
  options: { since: Date; dryRun: boolean },
): Promise<RestoreCounts> {
  const counts = { lookedFor: 0, waiting: 0, guarded: 0, numbered: 0, comments: 0, unchanged: 0, failed: 0 };
  for (let after = ''; ;) {
    const ids = await readPage(deps, after);
    let left = ids;
    for (let tries = 0; tries < triesMax; tries += 1) left = await restorePosts(deps, left, options, counts);
    counts.failed += left.length;
    const last = ids.at(-1);
    if (last === undefined) return counts;
    after = last;
  }
}

/** Adds to `counts`, and returns the posts that failed. */
async function restorePosts(
  deps: ServiceDeps,
  ids: readonly string[],
  options: { since: Date; dryRun: boolean },
  counts: RestoreCounts,
): Promise<string[]> {
  const failed: string[] = [];
  for (let from = 0; from < ids.length; from += atOnceMax) {
    await Promise.all(
      ids.slice(from, from + atOnceMax).map(async (id) => {
        const kind = await tryPost(deps, id, options);
        if (kind === 'failed') failed.push(id);
        else counts[kind] += 1;
      }),
    );
  }
  return failed;
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

/** Reads the ids of the next posts that may still be published or commented on. */
async function readPage({ db }: ServiceDeps, after: string): Promise<string[]> {
  const lacksFollower = db
    .select({ id: targets.id })
    .from(targets)
    .innerJoin(followers, isFollowerOf(targets))
    .where(and(eq(targets.postId, posts.id), ne(followers.status, 'PUBLISHED')));
  const rows = await db
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        gt(posts.id, after),
        isNull(posts.deletedAt),
        or(ne(posts.status, 'PUBLISHED'), exists(lacksFollower)),
      ),
    )
    .orderBy(asc(posts.id))
    .limit(pageRows);
  return rows.map(({ id }) => id);
}
