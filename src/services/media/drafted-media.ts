import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { mediaAssets } from '../../db/schema/index.js';
import type { MediaFacts } from '../../domain/media.js';
import type { DraftMedia } from '../../domain/media-rules.js';
import type { MediaRow } from './records.js';

/** What the rules of platforms look at, by asset. */
export type DraftedMedia = ReadonlyMap<string, DraftMedia>;

/** What is known of the assets that a post carries; one that is not there is not in the answer. */
export async function readDraftedMedia(
  q: Queryable,
  workspaceId: string,
  ids: readonly string[],
  altTexts: Readonly<Record<string, string | null>>,
): Promise<DraftedMedia> {
  if (ids.length === 0) return new Map();
  const rows = await q
    .select()
    .from(mediaAssets)
    .where(and(inArray(mediaAssets.id, [...ids]), eq(mediaAssets.workspaceId, workspaceId)));
  return new Map(rows.map((row) => [row.id, toDraftMedia(row, altTexts[row.id] ?? null)]));
}

export function toDraftMedia(row: MediaRow, altText: string | null): DraftMedia {
  return { assetId: row.id, facts: factsOf(row), sizeBytes: row.sizeBytes, altText: altText ?? row.altText };
}

/** In the order of the ids. */
export function draftedMediaOf(media: DraftedMedia, ids: readonly string[]): DraftMedia[] {
  return ids.flatMap((id) => media.get(id) ?? []);
}

/** Before an asset was looked at, there is only what its uploader has declared. */
function factsOf({ facts, kind, mime, width, height, durationMs }: MediaRow): MediaFacts {
  return (
    facts ?? {
      kind,
      mime: mime ?? '',
      width,
      height,
      durationMs,
      videoCodec: null,
      audioCodec: null,
      frameRate: null,
      hasAudio: null,
      orientation: null,
      frameCount: null,
      hasMetadata: null,
      hasAlpha: null,
    }
  );
}
