import { rememberTexts } from './remember-texts.js';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The segmenter copies the text that it is given for each character in it: it gets little at a time. */
const segmentedCharsAtOnce = 256;
/** Longer rows of combining marks are in no language; to put one in order takes time by its square. */
const marksInRowMax = 256;
const plainAscii = /^[\n\x20-\x7e]*$/;

/** What a reader sees as one character, however many code points it is made of. */
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
      // What reaches the end of the part may go on behind it.
      const isCut = !isLast && before + index + segment.length >= end;
      if (isCut) break;
      found.push(segment);
      start += segment.length;
      // A part that had to grow is given up at once: the rest of it would be copied for each character.
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

/** Two texts that a reader could not tell apart are equal: platforms trim and fold white space as they like. */
export function normalizeText(text: string): string {
  return composedParts(text).join('').replaceAll(/\s+/g, ' ').trim();
}

/** NFC, in one part as a rule. Rows of marks beyond any use are cut, and what is behind a cut is composed by itself. */
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

/** The same offset, or the next one where it would split a surrogate pair. */
function endOfPair(text: string, at: number): number {
  const isSplit = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
  return isSplit ? at + 1 : at;
}

/** Without what stands at the end and fits the expression, which is for a single character. */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Cuts without splitting a surrogate pair. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, charsMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
