import { findLinks } from '../../lib/find-links.js';
import { t } from '../../messages/composer.js';
import type { PlatformInfo } from './api.js';

export type TextUnit = NonNullable<PlatformInfo['limits']>['textUnit'];

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const encoder = new TextEncoder();
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;
const plainAscii = /^[\n\x20-\x7e]*$/;

const linkWeight = 23;
const wideWeight = 2;
/** The ranges of code points that X counts as one character. It counts all others as two. */
const lightRanges = [
  [0, 4_351],
  [8_192, 8_205],
  [8_208, 8_223],
  [8_242, 8_247],
] as const;

/** Returns the length of a text as the platform counts it. */
export function countText(text: string, unit: TextUnit): number {
  switch (unit) {
    case 'weighted':
      return weightedLength(text);
    case 'graphemes':
      return plainAscii.test(text) ? text.length : graphemesOf(text).length;
    case 'characters':
      return sumOf(graphemesOf(text), (part) => (emoji.test(part) ? bytesOf(part) : [...part].length));
    case 'utf16':
      return text.length;
    case 'bytes':
      return bytesOf(text);
  }
}

export const bytesOf = (text: string): number => encoder.encode(text).byteLength;

/** The unit that the counter shows: "3 of 300 characters". */
export const unitLabels: Record<TextUnit, string> = {
  weighted: t('unitWeighted'),
  graphemes: 'characters',
  characters: t('unitBytes'),
  utf16: t('unitUtf16'),
  bytes: 'bytes',
};

function weightedLength(given: string): number {
  const text = given.normalize('NFC');
  const links = findLinks(text);
  let rest = '';
  let at = 0;
  for (const { start, end } of links) {
    rest += `${text.slice(at, start)}\n`;
    at = end;
  }
  rest += text.slice(at);
  return sumOf(graphemesOf(rest), weightOf) + links.length * (linkWeight - 1);
}

/** Returns the weight of a grapheme for X. An emoji counts as two, even if it consists of several code points. */
function weightOf(part: string): number {
  if (/\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\u20E3|\p{Regional_Indicator}{2}/u.test(part))
    return wideWeight;
  return sumOf([...part], (character) => {
    const code = character.codePointAt(0) ?? 0;
    return lightRanges.some(([from, to]) => code >= from && code <= to) ? 1 : wideWeight;
  });
}

function graphemesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);
