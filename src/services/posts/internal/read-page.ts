import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../db/client.js';
import { groupBy } from '../../../domain/group-by.js';
import { listLimitMax } from '../../../domain/limits.js';
import { changes, postMedia, posts, publications } from '../../../db/schema/index.js';
import type { ChangeRow } from '../../post-records/changes.js';
import {
  asTarget,
  type PostMediaRow,
  type PostRecord,
  type PostRow,
  type PublicationRow,
} from '../../post-records/records.js';

interface PageQuery {
  where: SQL | undefined;
  orderBy: SQL[];
  limit: number;
  /**
   * Whether one query plan suits every page of this list. If not, the database plans each page by its values, because a
   * rare status needs another index than a common one.
   */
  isPlannedOnce?: boolean;
}

/** The largest page, plus the row that shows whether another page follows. */
const rowsMax = listLimitMax + 1;

type JsonRow = Record<string, unknown>;
type JsonPost = {
  post: JsonRow;
  targets: JsonRow[];
  followers: JsonRow[];
  media: JsonRow[];
  changes: JsonRow[];
};

const toPost = rowReader<PostRow>(posts);
const toPublication = rowReader<PublicationRow>(publications);
const toMedia = rowReader<PostMediaRow>(postMedia);
const toChange = rowReader<ChangeRow>(changes);

/**
 * Reads a page of posts with their parts in one statement, because each further statement would cost as much as the
 * page itself. Rows come as JSON, so that a post with several parts is one row. Each row is converted as a whole,
 * because building the objects column by column takes the database three times as long.
 */
export async function readPage(
  q: Queryable,
  { where, orderBy, limit, isPlannedOnce = false }: PageQuery,
): Promise<PostRecord[]> {
  const list = sql`
    select to_json(posts.*) as post, ${partsOf(publications, 'and part.removed_at is null')} as targets,
      (select coalesce(json_agg(follower.*), '[]'::json) from publications target
        join publications follower on follower.target_id = target.id and follower.removed_at is null
        where target.post_id = posts.id) as followers,
      ${partsOf(postMedia)} as media,
      (select coalesce(json_agg(change.* order by change.created_at, change.id), '[]'::json)
        from changes change where change.post_id = posts.id) as changes
    from ${posts} where ${where ?? sql`true`} order by ${sql.join(orderBy, sql`, `)} limit `;
  // The inner limit is a constant. With only a parameter, the database assumes a tenth of the table, and plans every page
  // again.
  const page = isPlannedOnce
    ? sql`select * from (${list}${sql.raw(String(rowsMax))}) longest limit ${limit}`
    : sql`${list}${limit}`;
  const rows = await q.execute<JsonPost>(page);
  return rows.map((row) => {
    const followers = groupBy(row.followers.map(toPublication), ({ targetId }) => targetId);
    const toTarget = (json: JsonRow) => {
      const target = toPublication(json);
      return asTarget(target, followers.get(target.id));
    };
    return {
      post: toPost(row.post),
      targets: row.targets.map(toTarget),
      media: row.media.map(toMedia),
      changes: row.changes.map(toChange),
    };
  });
}

/** A subquery for all rows of a table that belong to the post, in their order. */
function partsOf(table: PgTable, condition = ''): SQL {
  return sql.raw(`(
    select coalesce(json_agg(part.* order by part."order"), '[]'::json)
    from "${getTableName(table)}" part where part.post_id = posts.id ${condition})`);
}

/** Returns a function that converts a row from JSON, keyed by column names, into the form of a query. */
function rowReader<Row extends object>(table: PgTable): (json: JsonRow) => Row {
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    name: column.name,
    // Only dates need a conversion; JSON contains all other values in the form of the column.
    isInstant: column.dataType === 'date',
  }));
  return (json) => {
    const row: JsonRow = {};
    for (const { key, name, isInstant } of columns) {
      const value = json[name];
      row[key] = isInstant && value !== null ? new Date(value as string) : value;
    }
    return row as Row;
  };
}
