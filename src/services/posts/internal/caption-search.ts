import { and, eq, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Queryable } from '../../../db/client.js';
import { posts, targets } from '../../../db/schema/index.js';
import { searchedPostsPerPageMax } from '../../../domain/limits.js';
import type { PostRecord, PostRow } from '../../post-records/records.js';
import { readPage } from './read-page.js';

/** In a pattern these stand for more than themselves. */
const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Whether the text of a post, or of one of its targets, contains what is searched for. */
function hasText(db: Queryable, text: string): SQL | undefined {
  const pattern = patternOf(text);
  const ofTargets = db
    .select({ one: sql`1` })
    .from(targets)
    .where(
      and(eq(targets.postId, posts.id), isNull(targets.removedAt), ilike(targets.captionOverride, pattern)),
    );
  return or(ilike(posts.caption, pattern), sql`exists (${ofTargets})`);
}

/** The next posts of a list, in its order, of which a page looks at so many. */
interface Window {
  where: SQL | undefined;
  orderBy: SQL[];
}

/** What a page finds, and the last post that it has looked at; undefined where the list ends before. */
interface Found {
  records: PostRecord[];
  end: PostRow | undefined;
}

/**
 * Those of the next posts of a list that contain a text. No index of captions: each post would pay for it when it is
 * stored, and a workspace's posts are few. So that a search stays bounded all the same, a page looks at so many posts
 * of the list, in its order, and the next page goes on behind them. Both statements see the same posts: if one went
 * in between, the next page would begin behind a post that this one has not looked at.
 */
export function readFound(
  db: Db,
  window: Window,
  { text, limit }: { text: string; limit: number },
): Promise<Found> {
  return db.transaction(
    async (tx) => {
      const where = isInWindow(tx, window, text);
      const records = await readPage(tx, { where, orderBy: window.orderBy, limit });
      // A full page is followed from its own last post.
      return { records, end: records.length < limit ? await endOf(tx, window) : undefined };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

function isInWindow(q: Queryable, { where, orderBy }: Window, text: string): SQL | undefined {
  const window = q
    .select({ id: posts.id })
    .from(posts)
    .where(where)
    .orderBy(...orderBy)
    .limit(searchedPostsPerPageMax);
  return and(inArray(posts.id, window), hasText(q, text));
}

async function endOf(q: Queryable, { where, orderBy }: Window): Promise<PostRow | undefined> {
  const [row] = await q
    .select()
    .from(posts)
    .where(where)
    .orderBy(...orderBy)
    .offset(searchedPostsPerPageMax - 1)
    .limit(1);
  return row;
}
