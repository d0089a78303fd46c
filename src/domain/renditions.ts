import { planVideo, type VideoRecipe } from './video-renditions.js';
import type { MediaFacts } from './media.js';
import { chooseSlot, classOf, type DraftMedia, type MediaRules, type ImageRules } from './media-rules.js';

export const renditionMimes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export type RenditionMime = (typeof renditionMimes)[number];

/** How a rendition is made; equal recipes on equal bytes give equal renditions, so its hash is its name. */
export interface RenditionRecipe {
  /** Raised when the renderer makes other bytes from the same recipe. */
  version: 1;
  /**
   * - clean: the same pixels without re-encoding; metadata and bytes behind the end are left out.
   * - encode: decoded, upright, resized if needed, and encoded at the best quality that fits.
   */
  mode: 'clean' | 'encode';
  /** Best first: the first one that fits `bytesMax` without loss of more than is needed is taken. */
  mimes: readonly RenditionMime[];
  /** The picture is fitted into this box, upright, with its ratio kept and never enlarged; null: as it is. */
  box: { width: number; height: number } | null;
  bytesMax: number | null;
}

/** Types that a browser-grade decoder on the other side reads, in order of what they preserve. */
const lossless: RenditionMime = 'image/png';

/**
 * What has to be done to a still picture before a platform takes it; null: it goes out as it is. Bounds that no
 * rendition mends (ratio, least size) are `checkMediaRules`' affair.
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
    // The orientation is metadata too: without it, the pixels themselves must stand upright.
    if (isUpright && mime !== undefined) {
      return { version: 1, mode: 'clean', mimes: [mime], box: null, bytesMax: rules.bytesMax };
    }
  }
  const mimes = encodings(rules, facts);
  return { version: 1, mode: 'encode', mimes, box, bytesMax: rules.bytesMax };
}

/** An animation stays itself; only what is not picture is taken off. */
function cleanAnimation(rules: ImageRules, facts: MediaFacts, keepMetadata: boolean): RenditionRecipe | null {
  if (facts.mime !== 'image/gif' || facts.hasMetadata !== true || keepMetadata) return null;
  return { version: 1, mode: 'clean', mimes: ['image/gif'], box: null, bytesMax: rules.bytesMax };
}

/**
 * Which encodings to try, best first. A lossless original stays lossless if that fits; a transparent one is
 * flattened only where the platform has no type for it.
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

/** The box that the platform's bounds leave, if the picture is larger than that. */
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

/** What is to be made of each of a draft's media for a platform; null where the original goes out. */
export function planRenditions(
  rules: MediaRules,
  items: readonly DraftMedia[],
  optionKind: string | null,
  options: { keepMetadata: boolean },
): (RenditionRecipe | VideoRecipe | null)[] {
  const slot = chooseSlot(rules, items, optionKind);
  return items.map(({ facts, sizeBytes }) => {
    if (slot === undefined) return null;
    if (classOf(facts) === 'video') return slot.video && planVideo(slot.video, facts, options);
    const picture = classOf(facts) === 'animation' ? slot.animation : slot.image;
    return picture === null ? null : planRendition(picture, facts, sizeBytes, options);
  });
}
