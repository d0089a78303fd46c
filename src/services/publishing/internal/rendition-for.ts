import { checkMediaRules } from '../../../domain/check-media-rules.js';
import type { MediaKind } from '../../../domain/media.js';
import type { DraftMedia, MediaRules } from '../../../domain/media-rules.js';
import type { VideoRecipe } from '../../../domain/video-renditions.js';
import { planRenditions, type RenditionRecipe } from '../../../domain/renditions.js';
import type { ServiceDeps } from '../../shared/context.js';
import { ensureVideo } from '../../media/ensure-video.js';
import { ensureRendition } from '../../media/ensure-rendition.js';
import { toDraftMedia } from '../../media/drafted-media.js';
import type { MediaRow } from '../../media/records.js';
import type { RenditionChange } from '../../../domain/timeline.js';
import { targetOf } from '../../post-records/records.js';
import type { Carrier } from './carrier.js';
import { recordOnce } from '../../timeline/record-once.js';

/** A stored file with its properties. */
export interface MediaFile {
  storageKey: string;
  kind: MediaKind;
  mime: string;
  sizeBytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
}

/** The rules for one group of media. Undefined if there are none. `kind` selects one of several combinations. */
export interface RulesOfSome {
  rules: MediaRules | undefined;
  kind: string | null;
}

type Recipe = RenditionRecipe | VideoRecipe;

/**
 * The files that the target's platform receives, in order: originals, or renditions if the platform's rules require
 * them. The rules are checked again, because they may have changed since the post was created.
 */
export async function renditionsFor(
  deps: ServiceDeps,
  target: Carrier,
  items: readonly { asset: MediaRow; altText: string | null }[],
  by: RulesOfSome,
  signal: AbortSignal,
): Promise<{ files: MediaFile[] } | { unavailable: string }> {
  const { rules } = by;
  const drafted = items.map(({ asset, altText }) => toDraftMedia(asset, altText));
  const recipes = rules === undefined ? { recipes: [] } : planFor(deps, rules, by.kind, drafted);
  if ('unavailable' in recipes) return recipes;
  const files: MediaFile[] = [];
  for (const [index, { asset }] of items.entries()) {
    const recipe = recipes.recipes[index] ?? null;
    const file = recipe === null ? originalOf(asset) : await renditionOf(deps, target, asset, recipe, signal);
    if ('unavailable' in file) return file;
    files.push(file);
  }
  return { files };
}

function planFor(
  { media: { keepMetadata: keepMediaMetadata } }: Pick<ServiceDeps, 'media'>,
  rules: MediaRules,
  kind: string | null,
  drafted: readonly DraftMedia[],
): { recipes: (Recipe | null)[] } | { unavailable: string } {
  const [broken] = checkMediaRules(rules, drafted, kind);
  if (broken !== undefined)
    return { unavailable: `The media break a rule (${broken.rule}). ${broken.message}` };
  return { recipes: planRenditions(rules, drafted, kind, { keepMetadata: keepMediaMetadata }) };
}

function originalOf(asset: MediaRow): MediaFile | { unavailable: string } {
  const { storageKey, kind, mime, sizeBytes, sha256, width, height } = asset;
  if (storageKey === null || mime === null || sha256 === null) {
    return { unavailable: `The media asset ${asset.id} has no bytes.` };
  }
  return { storageKey, kind, mime, sizeBytes, sha256, width, height };
}

async function renditionOf(
  deps: ServiceDeps,
  target: Carrier,
  asset: MediaRow,
  recipe: Recipe,
  signal: AbortSignal,
): Promise<MediaFile | { unavailable: string }> {
  const made =
    recipe.mode === 'repack'
      ? await ensureVideo(deps, asset, recipe, signal)
      : await ensureRendition(deps, asset, recipe);
  if (made === null) return originalOf(asset);
  if ('unavailable' in made) return made;
  const { storageKey, mime, sizeBytes, sha256, width, height } = made;
  await recordOnce(
    deps,
    { id: targetOf(target), postId: target.postId },
    {
      kind: 'RENDITION_MADE',
      detail: {
        mediaAssetId: asset.id,
        rendition: {
          change: changeOf(recipe, asset),
          from: {
            mime: asset.mime ?? '',
            sizeBytes: asset.sizeBytes,
            width: asset.width,
            height: asset.height,
          },
          to: { mime, sizeBytes, width, height },
        },
      },
    },
  );
  // A still GIF becomes an image like any other; an animated GIF stays a GIF.
  const kind = recipe.mode === 'repack' ? 'VIDEO' : mime === 'image/gif' ? 'GIF' : 'IMAGE';
  return { storageKey, kind, mime, sizeBytes, sha256, width, height };
}

function changeOf(recipe: Recipe, { mime }: MediaRow): RenditionChange {
  if (recipe.mode === 'encode') return 'ENCODED';
  return recipe.mode === 'repack' && recipe.mime !== mime ? 'REPACKED' : 'METADATA_REMOVED';
}
