import type { MediaFacts } from './media.js';

/**
 * What a platform takes, as data (docs/media.md is made from it). A number that is null is a bound that the
 * platform does not state, or that it sees to itself.
 */
export interface MediaRules {
  /** Whether a post without media is refused. */
  required: boolean;
  /** Where not, what is given is not sent. */
  takesAltText: boolean;
  /** Characters of one alternative text. */
  altTextCharsMax: number | null;
  /** The arrangements that a post may have; its media are in one of them. */
  slots: readonly MediaSlot[];
  /** Where the figures come from, and what was decided where sources disagree. */
  sources: readonly string[];
  notes: readonly string[];
}

export interface MediaSlot {
  name: string;
  /** The `kind` of the target's platformOptions that asks for it; null: chosen by what the post carries. */
  optionKind: string | null;
  itemsMin: number;
  itemsMax: number;
  /** Still pictures; null: none. */
  image: ImageRules | null;
  /** Animated GIFs. A still one counts as a picture. */
  animation: ImageRules | null;
  video: VideoRules | null;
}

export interface SizeRules {
  bytesMax: number | null;
  /** Pixels of each side, of the longer and of the shorter one, and of the width. */
  sideMin: number | null;
  longSideMax: number | null;
  shortSideMax: number | null;
  widthMax: number | null;
  /** Width by height. */
  ratioMin: number | null;
  ratioMax: number | null;
}

export interface ImageRules extends SizeRules {
  mimes: readonly string[];
  /** Width times height; of all frames together for animations. */
  pixelsMax: number | null;
  framesMax: number | null;
}

export interface VideoRules extends SizeRules {
  mimes: readonly string[];
  /** Null: not stated. */
  videoCodecs: readonly string[] | null;
  audioCodecs: readonly string[] | null;
  bytesMin: number | null;
  durationMinMs: number | null;
  durationMaxMs: number | null;
  /** Bits a second, of the whole file. */
  bitRateMax: number | null;
  frameRateMin: number | null;
  frameRateMax: number | null;
}

/** One picture or video of a draft. */
export interface DraftMedia {
  assetId: string;
  facts: MediaFacts;
  sizeBytes: number;
  altText: string | null;
}

export type MediaClass = 'image' | 'animation' | 'video';

export function classOf({ kind, frameCount }: Pick<MediaFacts, 'kind' | 'frameCount'>): MediaClass {
  if (kind === 'VIDEO') return 'video';
  return kind === 'GIF' && frameCount !== 1 ? 'animation' : 'image';
}

/** The rules that hold for an item in a slot; null: the slot has no place for it. */
export function rulesFor(
  slot: MediaSlot,
  facts: Pick<MediaFacts, 'kind' | 'frameCount'>,
): ImageRules | VideoRules | null {
  return slot[classOf(facts)];
}

/**
 * The slot that a draft's media go into: the one that its options name, or the one whose kinds and numbers fit.
 * Where none fits entirely, the one that comes nearest, so that its rules can say what is wrong; undefined where
 * the platform has no place for such a mix at all.
 */
export function chooseSlot(
  rules: MediaRules,
  items: readonly { facts: Pick<MediaFacts, 'kind' | 'frameCount'> }[],
  optionKind: string | null,
): MediaSlot | undefined {
  const fitting = openSlots(rules, optionKind).filter((slot) =>
    items.every((item) => rulesFor(slot, item.facts) !== null),
  );
  const exact = fitting.find((slot) => items.length >= slot.itemsMin && items.length <= slot.itemsMax);
  return exact ?? fitting.toSorted((a, b) => b.itemsMax - a.itemsMax)[0];
}

/** The arrangements to choose from: those of the kind that was asked for, or those that need no asking. */
export function openSlots({ slots }: MediaRules, optionKind: string | null): MediaSlot[] {
  const named = slots.filter((slot) => slot.optionKind !== null && slot.optionKind === optionKind);
  return named.length > 0 ? named : slots.filter((slot) => slot.optionKind === null);
}

export const classNames: Readonly<Record<MediaClass, string>> = {
  image: 'pictures',
  animation: 'animated GIFs',
  video: 'videos',
};

/** In words: "1 to 4 pictures", "1 video". */
export function describeSlot(slot: MediaSlot): string {
  const { itemsMin, itemsMax } = slot;
  const classes = (['image', 'animation', 'video'] as const).filter((name) => slot[name] !== null);
  const names = classes.map((name) =>
    itemsMax === 1 ? classNames[name].replace(/s$/, '') : classNames[name],
  );
  return `${itemsMin === itemsMax ? '' : `${itemsMin} to `}${itemsMax} ${names.join(' or ')}`;
}
