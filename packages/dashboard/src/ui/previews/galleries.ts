import type { Platform } from '../../lib/platform-looks.js';

/** The shape of a picture, by which Facebook chooses an arrangement. */
export type Shape = 'wide' | 'square' | 'upright';

/** The classes of a grid and of its tiles. The last tile says how many pictures are behind it. */
export interface Arrangement {
  grid: string;
  tiles: readonly string[];
}

/** How a platform shows several pictures or videos. */
export type Gallery =
  | { form: 'tiles'; arrange: (count: number, first: Shape) => Arrangement }
  /** Pictures of the same height, side by side. */
  | { form: 'row' }
  /** One picture at a time: whole, in the ratio of the first one, or inside a frame. */
  | { form: 'slides'; shape: 'whole' | 'as-first' }
  | { form: 'slides'; shape: 'frame'; frame: string };

const columns: Arrangement = { grid: 'grid-cols-2 aspect-2/1', tiles: ['', ''] };
const rows: Arrangement = { grid: 'grid-rows-2 aspect-square', tiles: ['', ''] };
const square: Arrangement = { grid: 'grid-cols-2 grid-rows-2 aspect-square', tiles: ['', '', '', ''] };
const firstLeft: Arrangement = {
  grid: 'grid-cols-3 grid-rows-2 aspect-3/2',
  tiles: ['col-span-2 row-span-2', '', ''],
};
const firstLeftOfThree: Arrangement = {
  grid: 'grid-cols-3 grid-rows-3 aspect-square',
  tiles: ['col-span-2 row-span-3', '', '', ''],
};
const twoAboveThree: Arrangement = {
  grid: 'grid-cols-6 grid-rows-[minmax(0,3fr)_minmax(0,2fr)] aspect-6/5',
  tiles: ['col-span-3', 'col-span-3', 'col-span-2', 'col-span-2', 'col-span-2'],
};

const facebook: Record<Shape, readonly Arrangement[]> = {
  wide: [
    rows,
    { grid: 'grid-cols-2 grid-rows-2 aspect-square', tiles: ['col-span-2', '', ''] },
    {
      grid: 'grid-cols-3 grid-rows-[minmax(0,2fr)_minmax(0,1fr)] aspect-square',
      tiles: ['col-span-3', '', '', ''],
    },
    twoAboveThree,
  ],
  square: [columns, firstLeft, square, twoAboveThree],
  upright: [
    { grid: 'grid-cols-2 aspect-square', tiles: ['', ''] },
    { grid: 'grid-cols-2 grid-rows-2 aspect-square', tiles: ['row-span-2', '', ''] },
    firstLeftOfThree,
    twoAboveThree,
  ],
};
const linkedIn = [columns, firstLeft, firstLeftOfThree, twoAboveThree];
const x = [
  { grid: 'grid-cols-2 aspect-video', tiles: ['', ''] },
  { grid: 'grid-cols-2 grid-rows-2 aspect-video', tiles: ['row-span-2', '', ''] },
  { grid: 'grid-cols-2 grid-rows-2 aspect-video', tiles: ['', '', '', ''] },
];
const bluesky = [
  columns,
  { grid: 'grid-cols-2 grid-rows-2 aspect-2/1', tiles: ['row-span-2', '', ''] },
  { grid: 'grid-cols-2 grid-rows-2 aspect-3/2', tiles: ['', '', '', ''] },
];

/** Returns the arrangement for a number of pictures, the first of which is for two. */
const ofCount = (arrangements: readonly Arrangement[], count: number): Arrangement =>
  arrangements[Math.min(count - 2, arrangements.length - 1)] ?? columns;
const tiles = (arrangements: readonly Arrangement[]): Gallery => ({
  form: 'tiles',
  arrange: (count) => ofCount(arrangements, count),
});
const upright: Gallery = { form: 'slides', shape: 'frame', frame: 'mx-auto aspect-9/16 max-h-80' };

/**
 * Platforms document only that Instagram crops a carousel to the ratio of its first picture. The others are as their
 * feeds show them in wide windows.
 */
export const galleries: Record<Platform, Gallery> = {
  INSTAGRAM: { form: 'slides', shape: 'as-first' },
  FACEBOOK_PAGE: { form: 'tiles', arrange: (count, first) => ofCount(facebook[first], count) },
  X: tiles(x),
  LINKEDIN_PERSON: tiles(linkedIn),
  LINKEDIN_COMPANY: tiles(linkedIn),
  TIKTOK_BUSINESS: upright,
  TIKTOK_PERSONAL: upright,
  YOUTUBE: { form: 'slides', shape: 'frame', frame: 'aspect-video' },
  PINTEREST: { form: 'slides', shape: 'whole' },
  THREADS: { form: 'row' },
  BLUESKY: tiles(bluesky),
};

/** Pictures whose sides differ by less than this share are square. */
const squareTolerance = 0.05;

/** Returns the shape of a picture; square if its size is not known. */
export function shapeOf(media: { width: number | null; height: number | null } | undefined): Shape {
  const ratio = ratioOf(media) ?? 1;
  if (Math.abs(ratio - 1) < squareTolerance) return 'square';
  return ratio > 1 ? 'wide' : 'upright';
}

const instagramRatioMin = 4 / 5;
const instagramRatioMax = 1.91;

/** Returns width by height of all slides of an Instagram carousel: those of the first one, or 1 if it is outside the limits. */
export function carouselRatio(first: { width: number | null; height: number | null } | undefined): number {
  const ratio = ratioOf(first) ?? 1;
  return ratio >= instagramRatioMin && ratio <= instagramRatioMax ? ratio : 1;
}

const ratioOf = (media: { width: number | null; height: number | null } | undefined): number | null =>
  media === undefined || media.width === null || media.height === null ? null : media.width / media.height;
