import { expect, it } from 'vitest';
import { beginningOf, hiddenParts, textParts } from './text-parts.js';

it('a text is split into links, mentions, hashtags and plain text without any loss', () => {
  const text = 'By @anna.b: see https://example.com/#top, #sea & a@b.example <b>';
  const parts = textParts(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ kind }) => kind !== 'text')).toEqual([
    { kind: 'tag', text: '@anna.b' },
    { kind: 'link', text: 'https://example.com/#top' },
    { kind: 'tag', text: '#sea' },
  ]);
});

it('a text is split into what is shown and what is hidden at first', () => {
  const hiddenIn = (text: string, ...passages: string[]) =>
    hiddenParts(text, passages).map((part) => (part.isHidden ? `[${part.text}]` : part.text));
  expect(hiddenIn('the butler did it, the butler', 'butler')).toEqual([
    'the ',
    '[butler]',
    ' did it, the ',
    '[butler]',
  ]);
  expect(hiddenIn('the old butler', 'old but', 'butler')).toEqual(['the ', '[old butler]']);
  expect(hiddenIn('the butler', 'gardener', '')).toEqual(['the butler']);
  expect(hiddenIn('butler', 'butler')).toEqual(['[butler]']);
  expect(hiddenIn('', 'butler')).toEqual([]);
});

it('an empty text has no parts', () => {
  expect(textParts('')).toEqual([]);
});

it('a long text is shortened to its first words and lines', () => {
  const cut = { chars: 600, lines: 12 };
  expect(beginningOf('Short', cut)).toBe('Short');
  const words = 'word '.repeat(2_000);
  expect(beginningOf(words, cut).length).toBeLessThanOrEqual(600);
  expect(beginningOf(words, cut)).toMatch(/word$/);
  expect(beginningOf('a'.repeat(10_000), cut)).toHaveLength(600);
  expect(beginningOf('line\n'.repeat(100), cut).split('\n')).toHaveLength(12);
});
