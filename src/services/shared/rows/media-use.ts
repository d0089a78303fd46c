import { sql, type SQL } from 'drizzle-orm';
import { targets } from '../../../db/schema/index.js';

/**
 * The condition for targets that use a file, either instead of the post's media or in their options, such as a
 * thumbnail.
 */
export function targetUsesMedia(mediaId: string): SQL {
  const own = sql`${targets.mediaIds} @> ${JSON.stringify([mediaId])}::text::jsonb`;
  const named = sql`jsonb_path_exists(${targets.platformOptions}, '$.** ? (@ == $id)', jsonb_build_object('id', ${mediaId}::text))`;
  return sql`(${own} or ${named})`;
}
