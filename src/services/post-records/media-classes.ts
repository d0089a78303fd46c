import { asc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { mediaAssets, postMedia } from '../../db/schema/index.js';
import { classOf, type MediaClass } from '../../domain/media-rules.js';
import type { TargetRow } from './records.js';

/** What the media of a target are, in their order: its own where it names some, the post's otherwise. */
export async function readMediaClasses(
  q: Queryable,
  { postId, mediaIds }: Pick<TargetRow, 'postId' | 'mediaIds'>,
): Promise<MediaClass[]> {
  const columns = { id: mediaAssets.id, kind: mediaAssets.kind, facts: mediaAssets.facts };
  const rows =
    mediaIds.length > 0
      ? await q.select(columns).from(mediaAssets).where(inArray(mediaAssets.id, mediaIds))
      : await q
          .select(columns)
          .from(postMedia)
          .innerJoin(mediaAssets, eq(mediaAssets.id, postMedia.mediaAssetId))
          .where(eq(postMedia.postId, postId))
          .orderBy(asc(postMedia.order));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const inOrder = mediaIds.length > 0 ? mediaIds.flatMap((id) => byId.get(id) ?? []) : rows;
  return inOrder.map(({ kind, facts }) => classOf({ kind, frameCount: facts?.frameCount ?? null }));
}
