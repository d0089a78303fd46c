import twitterText from 'twitter-text';
import { describe, expect, it } from 'vitest';
import { composedParts, countGraphemes, graphemesOf } from './text.js';
import { weightedLength } from '../x/text.js';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wholly = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

const characters = [
  ...['a', ' ', '\n', '\r\n', '\r', '日', 'я', '😀', '👩‍👩‍👧‍👦', '👍🏽', '🇩🇪', '🇩', '1️⃣', '❤️', '\u200D', '\uFE0F'],
  ...[
    '\u0301',
    '\u0323',
    '\u0301'.repeat(40),
    'क',
    '्',
    'ष',
    'ि',
    '각',
    '\u1100',
    '\u1161',
    '\uD800',
    '\uDC00',
    '🏻',
  ],
];

/** Builds random texts, so that each piece occurs at every position within the range that is read at once. */
function textsOf(count: number, pieces: readonly string[]): string[] {
  let state = 11;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: next(400) }, () => pieces[next(pieces.length)] ?? '').join(''),
  );
}

describe('graphemes', () => {
  it('are those of the whole text, although it is processed in parts', () => {
    for (const text of textsOf(1_500, characters)) expect(graphemesOf(text)).toEqual(wholly(text));
  });

  it.each(['', 'plain\n', '\r\n', 'a'.repeat(1_000), '\u0301'.repeat(5_000), `${'\u0301'.repeat(700)}abc`])(
    'are counted in the same way as by Intl.Segmenter',
    (text) => {
      expect(countGraphemes(text)).toBe(wholly(text).length);
    },
  );
});

describe('Unicode normalization', () => {
  it('produces NFC for texts of any language, even in parts', () => {
    for (const text of textsOf(
      300,
      characters.filter((each) => each.length < 20),
    ))
      expect(composedParts(text)).toEqual([text.normalize('NFC')]);
  });
});

describe("X's count", () => {
  const words = [
    ...characters.filter((each) => each.length < 20),
    'example.com/1',
    'https://t.co/abc',
    '.',
    '@',
    '#',
  ];

  it('is the same as in twitter-text, for texts of all kinds', () => {
    for (const text of textsOf(1_500, words).map((each) => each.slice(0, 300)))
      expect(weightedLength(text), JSON.stringify(text)).toBe(twitterText.parseTweet(text).weightedLength);
  });
});
