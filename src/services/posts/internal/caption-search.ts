import { and, eq, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client.js';
import { posts, targets } from '../../../db/schema/index.js';
import { searchedPostsPerPageMax } from '../../../domain/limits.js';

/** In a pattern these stand for more than themselves. */
const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Whether the text of a post, or of one of its targets, contains what is searched for. */
function hasText(db: Db, text: string): SQL | undefined {
  const pattern = patternOf(text);
  const ofTargets = db
    .select({ one: sql`1` })
    .from(targets)
    .where(
      and(eq(targets.postId, posts.id), isNull(targets.removedAt), ilike(targets.captionOverride, pattern)),
    );
  return or(ilike(posts.caption, pattern), sql`exists (${ofTargets})`);
}

interface Window {
  where: SQL | undefined;
  orderBy: SQL[];
}

/**
 * Those of the next posts of a list that contain a text. No index of captions: each post would pay for it when it is
 * stored, and a workspace's posts are few. So that a search stays bounded all the same, a page looks at so many posts
 * of the list, in its order, and the next page goes on behind them.
 */
export function foundInWindow(db: Db, { where, orderBy }: Window, text: string): SQL | undefined {
  const window = db
    .select({ id: posts.id })
    .from(posts)
    .where(where)
    .orderBy(...orderBy)
    .limit(searchedPostsPerPageMax);
  return and(inArray(posts.id, window), hasText(db, text));
}

/** The last post that such a page looks at; undefined where the list ends before. */
export async function endOfWindow(db: Db, { where, orderBy }: Window) {
  const [row] = await db
    .select()
    .from(posts)
    .where(where)
    .orderBy(...orderBy)
    .offset(searchedPostsPerPageMax - 1)
    .limit(1);
  return row;
}
