const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const utf8 = new TextEncoder();

/** What a reader sees as one character, however many code points it is made of. */
export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

export function countGraphemes(text: string): number {
  return graphemesOf(text).length;
}

export function utf8Bytes(text: string): number {
  return utf8.encode(text).length;
}

/** Two texts that a reader could not tell apart are equal: platforms trim and fold white space as they like. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** Cuts without splitting a surrogate pair. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, charsMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
