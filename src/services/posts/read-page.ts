import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.js';
import { postMedia, posts, targets } from '../../db/schema/index.js';
import type { PostMediaRow, PostRecord, TargetRow } from './post-records.js';

interface PageQuery {
  where: SQL | undefined;
  orderBy: SQL[];
  limit: number;
}

const targetParts = partsOf<TargetRow>(targets, 'targets');
const mediaParts = partsOf<PostMediaRow>(postMedia, 'post_media');

/**
 * Reads a page of posts with their parts in one statement: each further one would cost as much as the page itself.
 * The parts come as JSON, so that a post with several of them is still one row.
 */
export async function readPage(db: Db, { where, orderBy, limit }: PageQuery): Promise<PostRecord[]> {
  const rows = await db
    .select({ post: getTableColumns(posts), targets: targetParts.select, media: mediaParts.select })
    .from(posts)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return rows.map((row) => ({
    post: row.post,
    targets: row.targets.map(targetParts.toRow),
    media: row.media.map(mediaParts.toRow),
  }));
}

type JsonRow = Record<string, unknown>;

/** All rows of a table that belong to the post at hand, in their order; and what turns one from JSON into its row. */
function partsOf<Row extends object>(
  table: PgTable,
  name: 'targets' | 'post_media',
): { select: SQL<JsonRow[]>; toRow: (json: JsonRow) => Row } {
  const columns = Object.entries(getTableColumns(table));
  const pairs = columns.map(([key, column]) => `'${key}', part."${column.name}"`);
  const text = `(
    select coalesce(json_agg(json_build_object(${pairs.join(', ')}) order by part."order"), '[]'::json)
    from "${name}" part where part."post_id" = "posts"."id")`;
  const toRow = (json: JsonRow): Row =>
    Object.fromEntries(
      columns.map(([key, column]) => {
        const value = json[key];
        return [key, value === null ? null : column.mapFromDriverValue(value)];
      }),
    ) as Row;
  // Put together once: the names are the schema's own.
  return { select: sql.raw(text) as SQL<JsonRow[]>, toRow };
}
