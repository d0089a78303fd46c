import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.js';
import { auditLog, comments, postEvents, posts, socialAccounts } from '../../../db/schema/index.js';
import { changesAtOnceMax, numbersBeforeStartMax, type ChangeType } from '../../../domain/change-streams.js';

/** One change as it was recorded. */
export interface ChangeRow {
  type: ChangeType;
  id: string;
  workspaceId: string;
  targetId: string | null;
  /** The number of a timeline's entry. Null for a change that is found by its time. */
  number: number | null;
  /** The time has milliseconds, to distinguish two changes of the same object. */
  at: string;
}

export interface ChangesAfter {
  highest: number;
  missing: readonly number[];
  since: Date;
}

export interface FoundChanges {
  rows: ChangeRow[];
  /** Whether there may be more entries, with higher numbers than those that were read. */
  hasMoreEntries: boolean;
  /** Whether there may be more changes that are found by their time, earlier than those that were read. */
  hasMoreByTime: boolean;
}

const entry = sql`e.timeline_number as number,
  case when p.id is null then 'COMMENT' else 'POST' end as type,
  coalesce(p.id, c.id) as id, coalesce(p.workspace_id, c.workspace_id) as workspace_id, e.target_id, e.at`;
const entries = sql`${postEvents} e left join ${posts} p on p.id = e.post_id
  left join ${comments} c on c.reply_publication_id = e.publication_id`;

/**
 * Reads the changes: those of posts and replies from the entries of their timelines, which are written in the
 * transaction of each change, and all others by their time. Each part reads one index from a position on.
 */
export async function readChanges(db: Db, { highest, missing, since }: ChangesAfter): Promise<FoundChanges> {
  const after = sql`${since.toISOString()}::timestamptz`;
  const limit = sql`limit ${changesAtOnceMax}`;
  const rows = await db.execute<Omit<ChangeRow, 'number'> & { part: number; number: string | null }>(sql`
    select part, number::text, type, id, workspace_id as "workspaceId", target_id as "targetId",
      to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS') as at
    from (
      (select 1 as part, ${entry} from ${entries} where e.timeline_number > ${highest}
        order by e.timeline_number ${limit})
      union all
      (select 2, ${entry} from ${entries} where e.timeline_number = any(${sql.param(missing)}::bigint[]))
      union all
      (select 3, null, 'COMMENT', id, workspace_id, null, updated_at from ${comments}
        where updated_at > ${after} order by updated_at desc ${limit})
      union all
      (select 4, null, 'SOCIAL_ACCOUNT', id, workspace_id, null, updated_at from ${socialAccounts}
        where updated_at > ${after} order by updated_at desc ${limit})
      union all
      (select 5, null, 'WORKSPACE', workspace_id, workspace_id, null, created_at from ${auditLog}
        where created_at > ${after} and workspace_id is not null order by created_at desc ${limit})
    ) found where id is not null`);
  const isFull = (part: number): boolean =>
    rows.filter((row) => row.part === part).length >= changesAtOnceMax;
  return {
    rows: rows.map(({ type, id, workspaceId, targetId, number, at }) => ({
      type,
      id,
      workspaceId,
      targetId,
      number: number === null ? null : Number(number),
      at,
    })),
    hasMoreEntries: isFull(1),
    hasMoreByTime: [3, 4, 5].some(isFull),
  };
}

/** The highest number of an entry, and the numbers not far below it for which there is none yet. */
export async function readStart(db: Db): Promise<{ highest: number; missing: number[] }> {
  const [row] = await db.execute<{ highest: string; missing: string[] }>(sql`
    with last as (select coalesce(max(timeline_number), 0) as number from ${postEvents})
    select last.number::text as highest, array(
      select n::text from generate_series(greatest(last.number - ${numbersBeforeStartMax}, 1), last.number) n
      where not exists (select 1 from ${postEvents} e where e.timeline_number = n)
      order by n
    ) as missing
    from last`);
  return { highest: Number(row?.highest ?? 0), missing: (row?.missing ?? []).map(Number) };
}
