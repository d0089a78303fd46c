import { expect, it } from 'vitest';
import { beginningOf, textParts } from './text-parts.js';

it('splits off links, mentions and hashtags, and loses nothing', () => {
  const text = 'By @anna.b: see https://example.com/#top, #sea & a@b.example <b>';
  const parts = textParts(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ kind }) => kind !== 'text')).toEqual([
    { kind: 'tag', text: '@anna.b' },
    { kind: 'link', text: 'https://example.com/#top' },
    { kind: 'tag', text: '#sea' },
  ]);
});

it('shows nothing for an empty text', () => {
  expect(textParts('')).toEqual([]);
});

it('shortens a long text to its first words and lines', () => {
  expect(beginningOf('Short')).toBe('Short');
  const words = 'word '.repeat(2_000);
  expect(beginningOf(words).length).toBeLessThanOrEqual(600);
  expect(beginningOf(words)).toMatch(/word$/);
  expect(beginningOf('a'.repeat(10_000))).toHaveLength(600);
  expect(beginningOf('line\n'.repeat(100)).split('\n')).toHaveLength(12);
});
