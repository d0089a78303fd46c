import { sql, type SQL } from 'drizzle-orm';
import { targets } from '../../../db/schema/index.js';

/** Whether a target uses a file in place of its post's, or its options name it, as a thumbnail for instance. */
export function targetUsesMedia(mediaId: string): SQL {
  const own = sql`${targets.mediaIds} @> ${JSON.stringify([mediaId])}::text::jsonb`;
  const named = sql`jsonb_path_exists(${targets.platformOptions}, '$.** ? (@ == $id)', jsonb_build_object('id', ${mediaId}::text))`;
  return sql`(${own} or ${named})`;
}
