import { asc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { mediaAssets, postMedia, posts } from '../../../db/schema/index.js';
import { optionMediaIn, rulesOfOption } from '../../../domain/option-media.js';
import type { Publication, PublicationMedia } from '../../../platforms/kit/platform.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { MediaRow } from '../../media/records.js';
import { altTextFor } from '../../post-records/alt-texts.js';
import type { PostMediaRow, PostRow, TargetRow } from '../../post-records/records.js';
import type { Carrier } from './carrier.js';
import { renditionsFor, type MediaFile } from './rendition-for.js';

/** The ids of a target's media, in order: its own media if it has any, otherwise the post's. */
export function mediaIdsOf(target: Pick<TargetRow, 'mediaIds'>, media: readonly PostMediaRow[]): string[] {
  return target.mediaIds.length > 0 ? target.mediaIds : media.map(({ mediaAssetId }) => mediaAssetId);
}

/** The ids of a target's media, including those in its options. */
function allMediaIdsOf(
  target: Pick<Carrier, 'mediaIds' | 'platformOptions'>,
  media: readonly PostMediaRow[],
): string[] {
  return [
    ...mediaIdsOf(target, media),
    ...optionMediaIn(target.platformOptions).map(({ assetId }) => assetId),
  ];
}

async function readAssets(q: Queryable, ids: readonly string[]): Promise<Map<string, MediaRow>> {
  if (ids.length === 0) return new Map();
  const rows = await q
    .select()
    .from(mediaAssets)
    .where(inArray(mediaAssets.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The bytes of all media that a publication uploads. 0 if it carries none. */
export async function uploadBytes(
  q: Queryable,
  target: Carrier,
  media?: readonly PostMediaRow[],
): Promise<number> {
  const rows = media ?? (await q.select().from(postMedia).where(eq(postMedia.postId, target.postId)));
  const ids = allMediaIdsOf(target, rows);
  const assets = await readAssets(q, ids);
  return ids.reduce((sum, id) => sum + (assets.get(id)?.sizeBytes ?? 0), 0);
}

const neverAborted = new AbortController().signal;

export type LoadedMedia = Pick<Publication, 'media' | 'optionMedia'> | { unavailable: string };

/**
 * The files that the target's platform receives: the originals, or the renditions that the platform's rules require,
 * which are created here if they do not exist yet.
 */
export async function loadPublicationMedia(
  deps: ServiceDeps,
  target: Carrier,
  signal = neverAborted,
): Promise<LoadedMedia> {
  const rows = await deps.db
    .select()
    .from(postMedia)
    .where(eq(postMedia.postId, target.postId))
    .orderBy(asc(postMedia.order));
  const ids = mediaIdsOf(target, rows);
  const assets = await readAssets(deps.db, allMediaIdsOf(target, rows));
  const post = await readAltTexts(deps.db, target.postId);
  const items: { asset: MediaRow; altText: string | null }[] = [];
  for (const id of ids) {
    const asset = assets.get(id);
    if (!isUsable(asset)) return gone(id);
    items.push({ asset, altText: altTextFor(post, rows, asset) });
  }
  const platformRules = { rules: deps.media.rules.get(target.platform), kind: kindOf(target) };
  const made = await renditionsFor(deps, target, items, platformRules, signal);
  if ('unavailable' in made) return made;
  const media = items.flatMap(({ asset, altText }, index) => {
    const file = made.files[index];
    return file === undefined ? [] : [toPublicationMedia(deps, target.id, asset, file, altText)];
  });
  const optionMedia = await loadOptionMedia(deps, target, assets, signal);
  return 'unavailable' in optionMedia ? optionMedia : { media, ...optionMedia };
}

function isUsable(asset: MediaRow | undefined): asset is MediaRow {
  return asset?.status === 'READY' && asset.deletedAt === null && asset.storageKey !== null;
}

const gone = (id: string) => ({ unavailable: `The media asset ${id} is no longer in the library.` });

function kindOf({ platformOptions }: Carrier): string | null {
  const option = platformOptions?.['kind'];
  return typeof option === 'string' ? option : null;
}

/** The files in the target's options, each converted by the rules of its option. */
async function loadOptionMedia(
  deps: ServiceDeps,
  target: Carrier,
  assets: ReadonlyMap<string, MediaRow>,
  signal: AbortSignal,
): Promise<Pick<Publication, 'optionMedia'> | { unavailable: string }> {
  const rules = deps.platforms.get(target.platform)?.optionMedia ?? {};
  const optionMedia: Record<string, PublicationMedia> = {};
  for (const { path, assetId } of optionMediaIn(target.platformOptions)) {
    const asset = assets.get(assetId);
    if (!isUsable(asset)) return gone(assetId);
    const rulesOfFile = rules[path];
    const of = { rules: rulesOfFile && rulesOfOption(rulesOfFile), kind: null };
    const made = await renditionsFor(deps, target, [{ asset, altText: null }], of, signal);
    if ('unavailable' in made) return made;
    const [file] = made.files;
    if (file !== undefined) optionMedia[path] = toPublicationMedia(deps, target.id, asset, file, null);
  }
  return { optionMedia };
}

async function readAltTexts(
  q: Queryable,
  postId: string,
): Promise<Pick<PostRow, 'approvedAltTexts' | 'mediaAltText'>> {
  const [post] = await q
    .select({ approvedAltTexts: posts.approvedAltTexts, mediaAltText: posts.mediaAltText })
    .from(posts)
    .where(eq(posts.id, postId));
  return post ?? { approvedAltTexts: null, mediaAltText: null };
}

function toPublicationMedia(
  { media: { storage, publicUrl: publicMediaUrl } }: ServiceDeps,
  targetId: string,
  asset: MediaRow,
  file: MediaFile,
  altText: string | null,
): PublicationMedia {
  const { storageKey, ...facts } = file;
  return {
    assetId: asset.id,
    ...facts,
    durationMs: asset.durationMs,
    altText,
    async *open(range) {
      yield* await storage.read(storageKey, range);
    },
    publicUrl: (ttlMs) => publicMediaUrl(storageKey, targetId, ttlMs),
  };
}
