import { expect, it } from 'vitest';
import { textParts } from './text-parts.js';

it('tells links, mentions and hashtags from the rest, and loses nothing', () => {
  const text = 'By @anna.b: see https://example.com/#top, #sea & a@b.example <b>';
  const parts = textParts(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ kind }) => kind !== 'text')).toEqual([
    { kind: 'tag', text: '@anna.b' },
    { kind: 'link', text: 'https://example.com/#top' },
    { kind: 'tag', text: '#sea' },
  ]);
});

it('has nothing to show of an empty text', () => {
  expect(textParts('')).toEqual([]);
});
