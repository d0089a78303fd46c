import { expect, it } from 'vitest';
import { threadsLength } from '../../../../../src/platforms/threads/text.js';
import { weightedLength } from '../../../../../src/platforms/x/text.js';
import { findLinks } from '../../lib/find-links.js';
import { countText } from './count-text.js';

const texts = [
  'plain text\nof two lines',
  '日本語',
  '👩‍👩‍👧‍👦 and 🇩🇪 and 👍🏽',
  'e\u0301',
  '1️⃣ ❤️ ☎ ™',
  'see https://example.com/a/long/path?with=query, and example.org.',
  'no link: e.g. this one, or a file.txt',
  'ends with “quotes” – and … dots',
];

it.each(texts)('a text for X is counted as X counts it: %s', (text) => {
  expect(countText(text, 'weighted')).toBe(weightedLength(text));
});

it.each(texts)('a text for Threads is counted as Threads counts it: %s', (text) => {
  expect(countText(text, 'characters')).toBe(threadsLength(text));
});

it('a text is counted in graphemes, code units or bytes', () => {
  const family = '👩‍👩‍👧‍👦é';
  expect(countText(family, 'graphemes')).toBe(2);
  expect(countText(family, 'utf16')).toBe(12);
  expect(countText(family, 'bytes')).toBe(27);
  expect(countText('', 'graphemes')).toBe(0);
});

it('links in a text are found without trailing punctuation', () => {
  const text = 'Look (https://example.com/a), or at example.org!';
  expect(findLinks(text).map(({ url }) => url)).toEqual(['https://example.com/a', 'example.org']);
});
