import { expect, it } from 'vitest';
import { english, inOne, mapTold, plainText } from './told.js';

const told = inOne('Nicht gelöscht. ', inOne('X: ', english('Too many requests.')));

it('joined texts keep the language of each part', () => {
  expect(told).toEqual(['Nicht gelöscht. X: ', { english: 'Too many requests.' }]);
  expect(inOne('Nicht gelöscht.', ' ', 'Warum?')).toBe('Nicht gelöscht. Warum?');
  expect(plainText(told)).toBe('Nicht gelöscht. X: Too many requests.');
  expect(plainText(english('Not now.'))).toBe('Not now.');
});

it('a change of the words keeps their language', () => {
  expect(mapTold(told, (words) => words.toUpperCase())).toEqual([
    'NICHT GELÖSCHT. X: ',
    { english: 'TOO MANY REQUESTS.' },
  ]);
  expect(mapTold('Ja', () => 'Nein')).toBe('Nein');
});
