import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { comments } from '../../../db/schema/index.js';
import type { CommentRow } from '../view.js';

/** The number of comments that a conversation shows at most: its first, the requested one, and the newest. */
export const threadCommentsMax = 200;
/** The number of comments of a conversation that are read at most. */
const lookedAtMax = 5_000;
/** The number of levels of replies that are read. No platform shows more. */
const levelsMax = 100;

interface Thread {
  /** The ids of the comments, the oldest first. */
  ids: string[];
  isTruncated: boolean;
}

/**
 * Reads the conversation of a comment: the first stored comment above it, and all direct and indirect replies to that.
 */
export async function readThread(
  q: Queryable,
  { id, socialAccountId }: CommentRow,
  commentsMax = threadCommentsMax,
): Promise<Thread> {
  const rows = await q.execute<{ id: string; isTruncated: boolean }>(sql`
    with recursive above as (
      select id, external_comment_id, parent_external_id, 0 as level from ${comments} where id = ${id}
      union all
      select parent.id, parent.external_comment_id, parent.parent_external_id, above.level + 1
      from above join ${comments} parent
        on parent.social_account_id = ${socialAccountId} and parent.external_comment_id = above.parent_external_id
      where above.level < ${levelsMax}
    ), root as (
      select id, external_comment_id from above order by level desc limit 1
    ), below as (
      select id, external_comment_id, 0 as level from root
      union all
      select answer.id, answer.external_comment_id, below.level + 1
      from below join ${comments} answer
        on answer.social_account_id = ${socialAccountId} and answer.parent_external_id = below.external_comment_id
      where below.level < ${levelsMax}
    ), looked_at as (
      select distinct id from (select id from below limit ${lookedAtMax}) first_ones
      union select ${id}
    ), ranked as (
      select one.id, one.posted_at,
        row_number() over (
          order by (one.id = ${id} or one.id = (select id from root)) desc, one.posted_at desc, one.id desc
        ) as rank
      from looked_at join ${comments} one on one.id = looked_at.id
    )
    select id, (select count(*) from ranked) > ${commentsMax} as "isTruncated"
    from ranked where rank <= ${commentsMax} order by posted_at, id`);
  return { ids: rows.map((row) => row.id), isTruncated: rows[0]?.isTruncated === true };
}

/** The ids of all comments of a conversation that are read at most. */
export async function readConversationIds(q: Queryable, comment: CommentRow): Promise<string[]> {
  return (await readThread(q, comment, lookedAtMax)).ids;
}
