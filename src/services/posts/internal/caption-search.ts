import { and, eq, exists, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Queryable } from '../../../db/client.js';
import { posts, targets } from '../../../db/schema/index.js';
import { sqlStateOf } from '../../../db/errors.js';
import { AppError } from '../../../domain/errors.js';
import { searchedPostsPerPageMax, searchedTextBytesPerPageMax, searchMsMax } from '../../../domain/limits.js';
import type { PostRecord, PostRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { readPage } from './read-page.js';

/** Returns a `like` pattern that matches the text anywhere. Characters with a special meaning are escaped. */
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
  return or(ilike(posts.caption, pattern), exists(ofTargets));
}

/** The part of a list that follows the cursor, in the list's order. */
interface Window {
  where: SQL | undefined;
  orderBy: SQL[];
}

/** The posts that a page has found, and the last post that it has read, if the next page must continue after it. */
interface Found {
  records: PostRecord[];
  end: PostRow | undefined;
}

/**
 * Reads the next posts of a list that contain a text. There is no index of captions, because it would slow down every
 * new post, and a workspace has few posts. To bound a search, a page reads a limited number of posts and amount of
 * text, and the next page continues after them. All statements see the same snapshot: if a post were added in between,
 * the next page could skip one that this page has not read.
 */
export async function readFound(
  { db, clock }: Pick<ServiceDeps, 'clock'> & { db: Db },
  window: Window,
  { text, limit }: { text: string; limit: number },
): Promise<Found> {
  const endsAtMs = clock.now().getTime() + searchMsMax;
  try {
    return await db.transaction(
      async (tx) => {
        // Each statement may use the time that the previous ones left, because the limit is for all of them together.
        const limitTime = async (): Promise<void> => {
          const leftMs = Math.min(endsAtMs - clock.now().getTime(), searchMsMax);
          if (leftMs < 1) throw tooExpensive();
          await tx.execute(sql.raw(`set local statement_timeout = ${Math.ceil(leftMs)}`));
        };
        await limitTime();
        const { size, isLast } = await sizeOf(tx, window);
        const where = isInWindow(tx, window, { text, size });
        await limitTime();
        const records = await readPage(tx, { where, orderBy: window.orderBy, limit });
        // If the page is full, the next one continues after this page's last post.
        if (records.length >= limit || isLast) return { records, end: undefined };
        await limitTime();
        return { records, end: await endOf(tx, window, size) };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  } catch (error) {
    if (sqlStateOf(error) === statementTimedOut) throw tooExpensive();
    throw error;
  }
}

const statementTimedOut = '57014';

const tooExpensive = (): AppError<'VALIDATION_FAILED'> =>
  new AppError('VALIDATION_FAILED', 'The search took too long.', {
    details: [
      {
        path: 'q',
        code: 'too_expensive',
        message:
          'Search for less text, or among fewer posts: name a workspaceId, a status, a platform, or createdAfter and createdBefore.',
      },
    ],
  });

/**
 * Returns the number of posts that a page reads (at least one if there is any), and whether the list ends with them.
 */
async function sizeOf(q: Queryable, { where, orderBy }: Window): Promise<{ size: number; isLast: boolean }> {
  const order = sql.join(orderBy, sql`, `);
  const [row] = await q.execute<{ size: number; looked: number }>(sql`
    select count(*) filter (where before < ${searchedTextBytesPerPageMax})::int as size, count(*)::int as looked
    from (
      select coalesce(sum(bytes) over (order by place rows between unbounded preceding and 1 preceding), 0) as before
      from (
        select row_number() over (order by ${order}) as place,
          coalesce(octet_length(${posts.caption}), 0) + (
            select coalesce(sum(octet_length(${targets.captionOverride})), 0) from ${targets}
            where ${targets.postId} = ${posts.id} and ${targets.removedAt} is null
          ) as bytes
        from ${posts} where ${where ?? sql`true`} order by ${order} limit ${searchedPostsPerPageMax}
      ) listed
    ) summed`);
  const { size = 0, looked = 0 } = row ?? {};
  return { size, isLast: size === looked && looked < searchedPostsPerPageMax };
}

function isInWindow(
  q: Queryable,
  { where, orderBy }: Window,
  { text, size }: { text: string; size: number },
): SQL | undefined {
  const window = q
    .select({ id: posts.id })
    .from(posts)
    .where(where)
    .orderBy(...orderBy)
    .limit(size);
  return and(inArray(posts.id, window), hasText(q, text));
}

async function endOf(q: Queryable, { where, orderBy }: Window, size: number): Promise<PostRow | undefined> {
  const [row] = await q
    .select()
    .from(posts)
    .where(where)
    .orderBy(...orderBy)
    .offset(size - 1)
    .limit(1);
  return row;
}
