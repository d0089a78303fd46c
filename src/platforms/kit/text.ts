import { rememberTexts } from './remember-texts.js';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The segmenter copies its whole input for each character, so it gets small parts. */
const segmentedCharsAtOnce = 256;
/** The longest row of combining marks. No language has longer ones, and sorting a row takes quadratic time. */
const marksInRowMax = 256;
const plainAscii = /^[\n\x20-\x7e]*$/;

/** Splits a text into the units that a reader sees as one character, even if a unit has several code points. */
export const graphemesOf: (text: string) => readonly string[] = rememberTexts(readGraphemes);

function readGraphemes(text: string): string[] {
  if (plainAscii.test(text)) return text.split('');
  const found: string[] = [];
  let atOnce = segmentedCharsAtOnce;
  for (let start = 0; start < text.length;) {
    const end = endOfPair(text, start + atOnce);
    const isLast = end >= text.length;
    const before = start;
    for (const { segment, index } of graphemes.segment(text.slice(start, end))) {
      // A character at the end of the part may continue in the next part.
      const isCut = !isLast && before + index + segment.length >= end;
      if (isCut) break;
      found.push(segment);
      start += segment.length;
      // An enlarged part is used for one character only: each further one would copy the rest of the part.
      if (atOnce > segmentedCharsAtOnce) break;
    }
    atOnce = start > before ? segmentedCharsAtOnce : 2 * atOnce;
  }
  return found;
}

export function countGraphemes(text: string): number {
  return plainAscii.test(text) ? text.length : graphemesOf(text).length;
}

export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/**
 * Normalizes a text, so that texts that look the same to a reader are equal. Platforms trim and collapse white space.
 */
export function normalizeText(text: string): string {
  return composedParts(text).join('').replaceAll(/\s+/g, ' ').trim();
}

/**
 * The NFC of a text, usually in one part. Absurdly long sequences of marks are cut; the text after a cut is
 * composed separately.
 */
export function composedParts(text: string): string[] {
  const parts: string[] = [];
  let done = 0;
  for (const { 0: row, index } of text.matchAll(/\p{M}+/gu)) {
    const rowEnd = index + row.length;
    for (let cut = index + marksInRowMax; cut < rowEnd; cut += marksInRowMax) {
      const at = endOfPair(text, cut);
      parts.push(text.slice(done, at).normalize('NFC'));
      done = at;
    }
  }
  return [...parts, text.slice(done).normalize('NFC')];
}

/** The given offset, or the next one if it would split a surrogate pair. */
function endOfPair(text: string, at: number): number {
  const isSplit = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
  return isSplit ? at + 1 : at;
}

/** Removes trailing characters that match the expression, which must match a single character. */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Cuts a text without splitting a surrogate pair. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, charsMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
