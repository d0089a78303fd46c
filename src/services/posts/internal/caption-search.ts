import { and, eq, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Queryable } from '../../../db/client.js';
import { posts, targets } from '../../../db/schema/index.js';
import { searchedPostsPerPageMax } from '../../../domain/limits.js';
import type { PostRecord, PostRow } from '../../post-records/records.js';
import { readPage } from './read-page.js';

/** These characters have a special meaning in a pattern. */
const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Whether the text of a post, or of one of its targets, contains the search text. */
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

/** The next posts of a list, in its order. A page looks at so many of them. */
interface Window {
  where: SQL | undefined;
  orderBy: SQL[];
}

/** The posts that a page found, and the last post that it looked at. Undefined: the list ends before. */
interface Found {
  records: PostRecord[];
  end: PostRow | undefined;
}

/**
 * Those of the next posts of a list that contain a text. There is no index of captions, because every new
 * post would pay for it, and a workspace has few posts. To bound a search, a page looks at a fixed number of
 * posts, and the next page continues after them. Both statements see the same posts: if one were added in
 * between, the next page could skip a post that this one has not looked at.
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
      // If the page is full, the next one continues after its own last post.
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
