import { expect, it } from 'vitest';
import { spoilerEntities } from './spoilers.js';

const partsOf = (text: string, ...passages: string[]): string[] =>
  spoilerEntities(text, passages).map(({ offset, length }) => text.slice(offset, offset + length));

it('every place of a passage is hidden, in the order of the text', () => {
  expect(spoilerEntities('it was him, him', ['him', 'it'])).toEqual([
    { entity_type: 'SPOILER', offset: 0, length: 2 },
    { entity_type: 'SPOILER', offset: 7, length: 3 },
    { entity_type: 'SPOILER', offset: 12, length: 3 },
  ]);
});

it('passages that overlap or touch are one hidden part', () => {
  expect(partsOf('the old butler', 'old but', 'butler')).toEqual(['old butler']);
  expect(partsOf('the old butler', 'butler', 'but', 'ler')).toEqual(['butler']);
  expect(partsOf('aaaa', 'aa')).toEqual(['aaaa']);
});

it('positions count an emoji as two, as JavaScript does', () => {
  expect(spoilerEntities('😀 butler', ['butler'])).toMatchObject([{ offset: 3, length: 6 }]);
});

it('passages that the text does not have hide nothing', () => {
  expect(spoilerEntities('a text', ['butler', ''])).toEqual([]);
  expect(spoilerEntities('', ['butler'])).toEqual([]);
});
