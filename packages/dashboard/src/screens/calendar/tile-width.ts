/** The border of a day, and the margins and paddings of a tile. */
const besideWordsPx = 9;
const picturePx = 34;
/** The least widths of a tile with a picture, and of words with the time or the marks in one line. */
const withPicturePx = 116;
const middlePx = 72;
const widePx = 104;

export type WordsWidth = 'narrow' | 'middle' | 'wide';

/**
 * The possible widths of a tile in the month view. There are few of them, so that the tiles are rarely drawn again
 * while the window is resized.
 */
export type TileWidth = `${WordsWidth} ${WordsWidth | 'none'}`;

const widthOf = (px: number): WordsWidth => (px >= widePx ? 'wide' : px >= middlePx ? 'middle' : 'narrow');

/** Returns the width of a tile, calculated from that of the month. Container queries would take much longer. */
export function tileWidthOf(monthPx: number): TileWidth {
  const px = monthPx / 7 - besideWordsPx;
  return `${widthOf(px)} ${px >= withPicturePx ? widthOf(px - picturePx) : 'none'}`;
}

export const isNarrow = (width: TileWidth): boolean => width.startsWith('narrow');

/** Returns the layout of a tile, which may include a picture. */
export function layoutOf(width: TileWidth, isPictured: boolean): { words: WordsWidth; hasPicture: boolean } {
  const [alone, beside] = width.split(' ') as [WordsWidth, WordsWidth | 'none'];
  return isPictured && beside !== 'none'
    ? { words: beside, hasPicture: true }
    : { words: alone, hasPicture: false };
}
