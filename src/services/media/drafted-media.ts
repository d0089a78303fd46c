import { and, eq, exists, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { foreignMedia, mediaAssets, posts } from '../../db/schema/index.js';
import { bareFacts, type MediaFacts } from '../../domain/media.js';
import type { DraftMedia } from '../../domain/media-rules.js';
import type { Reach } from '../shared/context.js';
import type { MediaRow } from './records.js';

/** The properties that the rules of platforms check, by asset. */
export type DraftedMedia = ReadonlyMap<string, DraftMedia>;

export interface AssetReader {
  db: Queryable;
  reach: Pick<Reach, 'roleByWorkspace'>;
}

/**
 * Returns the properties of a post's assets. Missing assets are left out, and so are those that the caller must not
 * learn about: their workspace is out of reach, and no post of this workspace has them.
 */
export async function readDraftedMedia(
  { db, reach }: AssetReader,
  workspaceId: string,
  ids: readonly string[],
  altTexts: Readonly<Record<string, string | null>>,
): Promise<DraftedMedia> {
  if (ids.length === 0) return new Map();
  const ofPosts = db
    .select({ one: sql`1` })
    .from(foreignMedia)
    .innerJoin(posts, eq(posts.id, foreignMedia.postId))
    .where(and(eq(foreignMedia.mediaAssetId, mediaAssets.id), eq(posts.workspaceId, workspaceId)));
  const rows = await db
    .select()
    .from(mediaAssets)
    .where(
      and(
        inArray(mediaAssets.id, [...ids]),
        or(inArray(mediaAssets.workspaceId, [workspaceId, ...reach.roleByWorkspace.keys()]), exists(ofPosts)),
      ),
    );
  return new Map(rows.map((row) => [row.id, toDraftMedia(row, altTexts[row.id] ?? null)]));
}

export function toDraftMedia(row: MediaRow, altText: string | null): DraftMedia {
  return { assetId: row.id, facts: factsOf(row), sizeBytes: row.sizeBytes, altText: altText ?? row.altText };
}

/** Returns the properties in the order of the ids. */
export function draftedMediaOf(media: DraftedMedia, ids: readonly string[]): DraftMedia[] {
  return ids.flatMap((id) => media.get(id) ?? []);
}

/** Before an asset was inspected, only the values that its uploader declared are known. */
function factsOf({ facts, kind, mime, width, height, durationMs }: MediaRow): MediaFacts {
  return facts ?? { ...bareFacts(kind, mime ?? ''), width, height, durationMs };
}
