import { sql } from 'drizzle-orm';
import { someAtOnce } from '../../concurrency/some-at-once.js';
import { posts, publications } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { restorePost, type RestoredAs, type RestoreOptions } from './internal/restore-post.js';

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
export async function afterRestore(deps: ServiceDeps, options: RestoreOptions): Promise<RestoreCounts> {
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
  options: RestoreOptions,
  counts: RestoreCounts,
): Promise<string[]> {
  const failed: string[] = [];
  await someAtOnce(ids, { atOnceMax }, async (postId) => {
    try {
      counts[await restorePost(deps, postId, options)] += 1;
    } catch (error) {
      deps.log.error({ err: error, postId }, 'a post could not be treated after the restore');
      failed.push(postId);
    }
  });
  return failed;
}

/** Reads the ids of the next posts that may still be published or commented on, and of replies that may still be sent. */
async function readPage({ db }: ServiceDeps, after: string): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select id from ${posts} post
    where id > ${after} and deleted_at is null and (status <> 'PUBLISHED' or exists (
      select 1 from ${publications} target join ${publications} follower on follower.target_id = target.id
      where target.post_id = post.id and follower.removed_at is null and follower.status <> 'PUBLISHED'))
    union all
    select id from ${publications} where id > ${after} and workspace_id is not null and status <> 'PUBLISHED'
    order by id limit ${pageRows}`);
  return rows.map(({ id }) => id);
}
