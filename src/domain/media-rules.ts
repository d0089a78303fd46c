import type { MediaFacts } from './media.js';

/**
 * A platform's limits as data; docs/media.md is generated from it. Null means that the platform states no limit, or
 * enforces it itself.
 */
export interface MediaRules {
  /** Whether a post without media is refused. */
  required: boolean;
  /** Whether the platform accepts alt texts. If not, they are not sent. */
  takesAltText: boolean;
  /** The maximum length of one alt text, in characters. */
  altTextCharsMax: number | null;
  /** The arrangements of media that a post may have. A post uses one of them. */
  slots: readonly MediaSlot[];
  /** The sources of the figures, and the decisions if sources disagree. */
  sources: readonly string[];
  notes: readonly string[];
}

export interface MediaSlot {
  name: string;
  /** The `kind` in the target's platformOptions that selects the slot. Null: the post's media decide. */
  optionKind: string | null;
  itemsMin: number;
  itemsMax: number;
  /** The rules for still images. Null: not accepted. */
  image: ImageRules | null;
  /** Animated GIFs. A still GIF counts as an image. */
  animation: ImageRules | null;
  video: VideoRules | null;
  document: DocumentRules | null;
  /** Only slots of options accept subtitles. */
  subtitles: FileRules | null;
}

export interface FileRules {
  mimes: readonly string[];
  bytesMax: number | null;
}

export interface DocumentRules extends FileRules {
  pagesMax: number | null;
}

export interface SizeRules extends FileRules {
  /** Limits in pixels: of each side, of the longer and the shorter one, and of the width. */
  sideMin: number | null;
  longSideMax: number | null;
  shortSideMax: number | null;
  widthMax: number | null;
  /** Limits of the width divided by the height. */
  ratioMin: number | null;
  ratioMax: number | null;
}

export interface ImageRules extends SizeRules {
  /** The maximum of width times height; for animations, of all frames together. */
  pixelsMax: number | null;
  framesMax: number | null;
}

export interface VideoRules extends SizeRules {
  /** Null: not stated. */
  videoCodecs: readonly string[] | null;
  audioCodecs: readonly string[] | null;
  bytesMin: number | null;
  durationMinMs: number | null;
  durationMaxMs: number | null;
  /** Bits per second of the whole file. */
  bitRateMax: number | null;
  frameRateMin: number | null;
  frameRateMax: number | null;
}

/** One image, video or other file of a draft. */
export interface DraftMedia {
  assetId: string;
  facts: MediaFacts;
  sizeBytes: number;
  altText: string | null;
}

const mediaClasses = ['image', 'animation', 'video', 'document', 'subtitles'] as const;
export type MediaClass = (typeof mediaClasses)[number];

export function classOf({ kind, frameCount }: Pick<MediaFacts, 'kind' | 'frameCount'>): MediaClass {
  switch (kind) {
    case 'IMAGE':
      return 'image';
    case 'GIF':
      return frameCount === 1 ? 'image' : 'animation';
    case 'VIDEO':
      return 'video';
    case 'DOCUMENT':
      return 'document';
    case 'SUBTITLES':
      return 'subtitles';
  }
}

/** The rules for an item in a slot. Null: the slot does not accept it. */
export function rulesFor(
  slot: MediaSlot,
  facts: Pick<MediaFacts, 'kind' | 'frameCount'>,
): ImageRules | VideoRules | DocumentRules | FileRules | null {
  return slot[classOf(facts)];
}

/**
 * The slot for a draft's media: the one its options name, or the one whose kinds and numbers fit. If none fits,
 * the closest one, so that its rules can say what is wrong. Undefined if the platform accepts no such mix at all.
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

/** The slots of the requested kind. If there are none, the slots that need no kind. */
export function openSlots({ slots }: MediaRules, optionKind: string | null): MediaSlot[] {
  const named = slots.filter((slot) => slot.optionKind !== null && slot.optionKind === optionKind);
  return named.length > 0 ? named : slots.filter((slot) => slot.optionKind === null);
}

export const classNames: Readonly<Record<MediaClass, string>> = {
  image: 'images',
  animation: 'animated GIFs',
  video: 'videos',
  document: 'documents',
  subtitles: 'subtitle files',
};

/** Describes a slot in words, such as "1 to 4 images" or "1 video". */
export function describeSlot(slot: MediaSlot): string {
  const { itemsMin, itemsMax } = slot;
  const classes = mediaClasses.filter((name) => slot[name] !== null);
  const names = classes.map((name) =>
    itemsMax === 1 ? classNames[name].replace(/s$/, '') : classNames[name],
  );
  return `${itemsMin === itemsMax ? '' : `${itemsMin} to `}${itemsMax} ${names.join(' or ')}`;
}
