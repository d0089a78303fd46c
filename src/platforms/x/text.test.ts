import { describe, expect, it } from 'vitest';
import { createTextMatcher, weightedLength, xTextViolations } from './text.js';

describe("X's count", () => {
  it.each([
    ['a'.repeat(280), 280],
    ['日本語', 6],
    ['👩‍👩‍👧‍👦', 2],
    ['🇩🇪', 2],
    [`see https://example.com/${'a'.repeat(200)}`, 27],
    ['see example.com', 27],
    // Composed before counting.
    ['e\u0301', 1],
  ])('of %s', (text, expected) => {
    expect(weightedLength(text)).toBe(expected);
  });
});

describe('cashtags', () => {
  const draft = (text: string, firstComment: string | null = null) => ({
    text,
    firstComment,
    options: null,
    media: [],
  });

  it('are limited to one in each text', () => {
    expect(xTextViolations(draft('buy $ABC', 'sell $DEF'))).toEqual([]);
    expect(xTextViolations(draft('buy $ABC and $DEF', '$A $B'))).toMatchObject([
      { field: 'text', rule: 'cashtag_limit_exceeded', limit: 1, actual: 2 },
      { field: 'firstComment', rule: 'cashtag_limit_exceeded', limit: 1, actual: 2 },
    ]);
  });
});

describe('finding our text again', () => {
  it.each([
    ['plain', 'plain'],
    ['two  spaces\nand a line ', 'two spaces\nand a line'],
    ['see https://example.com/a?b=1&c=2 now', 'see https://t.co/AbC123 now'],
    ['see example.com.', 'see https://t.co/x9.'],
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    ['shows &amp; literally', 'shows &amp;amp; literally'],
    ['with media', 'with media https://t.co/med1A'],
    ['thanks!', '@some_one @two thanks!'],
    ['(a+b)* [c]{2} ^$ | \\ / "q"', '(a+b)* [c]{2} ^$ | \\ / "q"'],
    ['e\u0301t\u00e9', '\u00e9te\u0301'],
    ['👩‍👩‍👧‍👦 日本語', '👩‍👩‍👧‍👦 日本語'],
  ])('%s', (ours, seen) => {
    expect(createTextMatcher(ours)(seen)).toBe(true);
  });

  it.each([
    ['plain', 'plainer'],
    ['plain', 'not plain'],
    ['see https://example.com/a', 'see https://example.com/b'],
    ['see https://example.com/a', 'see '],
    ['a.b', 'axb'],
    ['one https://example.com/1 two', 'one https://t.co/a three'],
  ])('%s is not %s', (ours, seen) => {
    expect(createTextMatcher(ours)(seen)).toBe(false);
  });
});
