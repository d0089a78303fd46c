import { validationFailed } from '../../domain/errors.js';
import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { mediaAssets } from '../../db/schema/index.js';
import { mediaIdsIn, type PostMediaRow, type PostRecord, type PostRow } from './records.js';

interface HasMedia {
  mediaIds: readonly string[];
}

/**
 * The places of a post, besides the post itself, that have media of their own: its targets, and the further parts of
 * both.
 */
export const mediaPlacesIn = ({
  parts = [],
  targets,
}: {
  parts?: readonly HasMedia[];
  targets: readonly (HasMedia & { partsOverride?: readonly HasMedia[] | null })[];
}): HasMedia[] => [...parts, ...targets, ...targets.flatMap(({ partsOverride }) => partsOverride ?? [])];

/** Refuses alt texts for media that neither the post nor one of its other places has, because such ids are mistakes. */
export function checkAltTexts(
  given: Readonly<Record<string, string>>,
  mediaIds: readonly string[],
  places: readonly HasMedia[],
): void {
  const known = new Set([...mediaIds, ...places.flatMap((place) => place.mediaIds)]);
  const details = Object.keys(given)
    .filter((id) => !known.has(id))
    .map((id) => ({
      path: `mediaAltText.${id.slice(0, 100)}`,
      code: 'unknown_media',
      message: 'The post has no such media asset.',
    }));
  if (details.length > 0) throw validationFailed(details);
}

/**
 * The alt texts of media that only targets and parts have; those of the post's own media are stored with these media. Media that
 * an update does not name keep their alt text.
 */
export function altTextsBeside(
  given: Readonly<Record<string, string>>,
  mediaIds: readonly string[],
  places: readonly HasMedia[],
  earlier: PostRow['mediaAltText'] = null,
): PostRow['mediaAltText'] {
  const ids = new Set(places.flatMap((place) => place.mediaIds));
  for (const id of mediaIds) ids.delete(id);
  const found = [...ids].flatMap((id) => {
    const altText = given[id] ?? earlier?.[id];
    return altText === undefined ? [] : [[id, altText] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

/**
 * The alt text with which a post publishes an asset: the approved one if the post was approved, otherwise the post's
 * own, otherwise the asset's current one.
 */
export function altTextFor(
  post: Pick<PostRow, 'approvedAltTexts' | 'mediaAltText'>,
  media: readonly PostMediaRow[],
  asset: { id: string; altText: string | null },
): string | null {
  const { id } = asset;
  if (post.approvedAltTexts !== null && Object.hasOwn(post.approvedAltTexts, id))
    return post.approvedAltTexts[id] ?? null;
  const own = media.find(({ mediaAssetId }) => mediaAssetId === id)?.altText;
  return own ?? post.mediaAltText?.[id] ?? asset.altText;
}

/** The current alt texts of all media of a post, for an approval to store. */
export async function altTextsNow(q: Queryable, record: PostRecord): Promise<Record<string, string | null>> {
  const ids = mediaIdsIn(record);
  if (ids.length === 0) return {};
  const assets = await q
    .select({ id: mediaAssets.id, altText: mediaAssets.altText })
    .from(mediaAssets)
    .where(inArray(mediaAssets.id, ids));
  const { post, media } = record;
  return Object.fromEntries(assets.map((asset) => [asset.id, altTextFor(post, media, asset)]));
}
