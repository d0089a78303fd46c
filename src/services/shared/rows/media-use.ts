import { sql, type SQL } from 'drizzle-orm';
import { posts, targets } from '../../../db/schema/index.js';

/**
 * The condition for targets that use a file: in place of the post's media, in their own parts, or in their options,
 * such as a thumbnail.
 */
export function targetUsesMedia(mediaId: string): SQL {
  const own = sql`${targets.mediaIds} @> ${JSON.stringify([mediaId])}::text::jsonb`;
  const named = sql`jsonb_path_exists(${targets.platformOptions}, '$.** ? (@ == $id)', jsonb_build_object('id', ${mediaId}::text))`;
  const ofParts = sql`${targets.partsOverride} @> ${partsWith(mediaId)}::text::jsonb`;
  return sql`(${own} or ${named} or ${ofParts})`;
}

/** The condition for posts that use a file in one of their further parts. */
export function partsUseMedia(mediaId: string): SQL {
  return sql`${posts.parts} @> ${partsWith(mediaId)}::text::jsonb`;
}

const partsWith = (mediaId: string): string => JSON.stringify([{ mediaIds: [mediaId] }]);
