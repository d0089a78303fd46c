import { planVideo, type VideoRecipe } from './video-renditions.js';
import type { MediaFacts } from './media.js';
import { chooseSlot, classOf, type DraftMedia, type MediaRules, type ImageRules } from './media-rules.js';

export const renditionMimes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export type RenditionMime = (typeof renditionMimes)[number];

/** How a rendition is made. Equal recipes on equal bytes give equal renditions, so the recipe's hash is its name. */
export interface RenditionRecipe {
  /** The version of the renderer. It must be raised when the renderer makes other bytes from the same recipe. */
  version: 1;
  /**
   * - clean: removes metadata and bytes after the end of the image, without encoding it again.
   * - encode: turns the image upright, resizes it if needed, and encodes it at the best quality that fits.
   */
  mode: 'clean' | 'encode';
  /** The types to try, best first. The first one that fits `bytesMax` without losing more than needed is used. */
  mimes: readonly RenditionMime[];
  /** The upright image is shrunk to fit into this box, and keeps its ratio. Null: its size is unchanged. */
  box: { width: number; height: number } | null;
  bytesMax: number | null;
}

/** The lossless type that any common decoder reads. */
const lossless: RenditionMime = 'image/png';

/**
 * Returns how to change a still image so that a platform accepts it. Null if the image is sent unchanged.
 * `checkMediaRules` handles limits that no rendition can fix (ratio, minimum size).
 */
export function planRendition(
  rules: ImageRules,
  facts: MediaFacts,
  sizeBytes: number,
  { keepMetadata }: { keepMetadata: boolean },
): RenditionRecipe | null {
  if (classOf(facts) !== 'image') return cleanAnimation(rules, facts, keepMetadata);
  const box = boxFor(rules, facts);
  const isTypeFine = rules.mimes.includes(facts.mime);
  const fits = rules.bytesMax === null || sizeBytes <= rules.bytesMax;
  const isUpright = facts.orientation === null || facts.orientation === 1;
  const wantsClean = facts.hasMetadata === true && !keepMetadata;
  if (isTypeFine && fits && box === null) {
    if (!wantsClean) return null;
    const mime = renditionMimes.find((known) => known === facts.mime);
    // The orientation is metadata, too, so metadata can be removed without encoding only if the pixels themselves are
    // upright.
    if (isUpright && mime !== undefined) {
      return { version: 1, mode: 'clean', mimes: [mime], box: null, bytesMax: rules.bytesMax };
    }
  }
  const mimes = encodings(rules, facts);
  return { version: 1, mode: 'encode', mimes, box, bytesMax: rules.bytesMax };
}

/** An animation keeps its type; only metadata is removed. */
function cleanAnimation(rules: ImageRules, facts: MediaFacts, keepMetadata: boolean): RenditionRecipe | null {
  if (facts.mime !== 'image/gif' || facts.hasMetadata !== true || keepMetadata) return null;
  return { version: 1, mode: 'clean', mimes: ['image/gif'], box: null, bytesMax: rules.bytesMax };
}

/**
 * Returns the encodings to try, best first. A lossless original stays lossless if that fits. A transparent image is
 * flattened only if the platform has no type with transparency.
 */
function encodings(rules: ImageRules, { mime, hasAlpha }: MediaFacts): RenditionMime[] {
  const allowed = renditionMimes.filter((known) => known !== 'image/gif' && rules.mimes.includes(known));
  const wanted: RenditionMime[] = [];
  const isLossless = mime === 'image/png' || mime === 'image/gif';
  if (isLossless || (hasAlpha === true && !allowed.includes('image/webp'))) wanted.push(lossless);
  if (hasAlpha === true) wanted.push('image/webp');
  wanted.push('image/jpeg', 'image/webp');
  const mimes = [...new Set(wanted)].filter((known) => allowed.includes(known));
  return mimes.length > 0 ? mimes : allowed;
}

/** Returns the size to which the image must shrink to fit the platform's limits. Null if it already fits. */
function boxFor(rules: ImageRules, { width, height }: MediaFacts): RenditionRecipe['box'] {
  if (width === null || height === null) return null;
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const scale = Math.min(
    1,
    ...[
      rules.longSideMax === null ? 1 : rules.longSideMax / long,
      rules.shortSideMax === null ? 1 : rules.shortSideMax / short,
      rules.widthMax === null ? 1 : rules.widthMax / width,
      rules.pixelsMax === null ? 1 : Math.sqrt(rules.pixelsMax / (width * height)),
    ],
  );
  if (scale >= 1) return null;
  const side = (pixels: number): number => Math.max(1, Math.floor(pixels * scale));
  return { width: side(width), height: side(height) };
}

/** Plans the rendition of each of a draft's media for a platform. Null: the original is sent. */
export function planRenditions(
  rules: MediaRules,
  items: readonly DraftMedia[],
  optionKind: string | null,
  options: { keepMetadata: boolean },
): (RenditionRecipe | VideoRecipe | null)[] {
  const slot = chooseSlot(rules, items, optionKind);
  return items.map(({ facts, sizeBytes }) => {
    if (slot === undefined) return null;
    const name = classOf(facts);
    if (name === 'video') return slot.video && planVideo(slot.video, facts, options);
    // Nothing is changed in documents and subtitles.
    if (name !== 'image' && name !== 'animation') return null;
    const accepted = slot[name];
    return accepted === null ? null : planRendition(accepted, facts, sizeBytes, options);
  });
}
