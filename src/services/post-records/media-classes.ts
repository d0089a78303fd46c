import { asc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { anyOf } from '../../db/any-of.js';
import { mediaAssets, postMedia } from '../../db/schema/index.js';
import { groupBy } from '../../domain/group-by.js';
import { classOf, type MediaClass } from '../../domain/media-rules.js';
import type { TargetRow } from './records.js';

/** The classes of a target's media, in order: its own media if it has any, otherwise the post's. */
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
  return inOrder.map(classOfRow);
}

/** Reads the media classes of many targets in two statements. The result has the order of the targets. */
export async function readMediaClassesOfMany(
  q: Queryable,
  rows: readonly Pick<TargetRow, 'postId' | 'mediaIds'>[],
): Promise<MediaClass[][]> {
  const ownIds = [...new Set(rows.flatMap(({ mediaIds }) => mediaIds))];
  const postIds = [...new Set(rows.flatMap(({ postId, mediaIds }) => (mediaIds.length > 0 ? [] : [postId])))];
  const [own, shared] = await Promise.all([
    ownIds.length === 0 ? [] : readAssetClasses(q, ownIds),
    postIds.length === 0 ? [] : readPostClasses(q, postIds),
  ]);
  const classById = new Map(own.map((row) => [row.id, classOfRow(row)]));
  const sharedByPost = groupBy(shared, ({ postId }) => postId);
  return rows.map(({ postId, mediaIds }) =>
    mediaIds.length > 0
      ? mediaIds.flatMap((id) => classById.get(id) ?? [])
      : (sharedByPost.get(postId) ?? []).map(classOfRow),
  );
}

const classColumns = { kind: mediaAssets.kind, facts: mediaAssets.facts };

function readAssetClasses(q: Queryable, ids: readonly string[]) {
  return q
    .select({ id: mediaAssets.id, ...classColumns })
    .from(mediaAssets)
    .where(anyOf(mediaAssets.id, ids));
}

function readPostClasses(q: Queryable, postIds: readonly string[]) {
  return q
    .select({ postId: postMedia.postId, ...classColumns })
    .from(postMedia)
    .innerJoin(mediaAssets, eq(mediaAssets.id, postMedia.mediaAssetId))
    .where(anyOf(postMedia.postId, postIds))
    .orderBy(asc(postMedia.postId), asc(postMedia.order));
}

function classOfRow({ kind, facts }: Pick<typeof mediaAssets.$inferSelect, 'kind' | 'facts'>): MediaClass {
  return classOf({ kind, frameCount: facts?.frameCount ?? null });
}
