import { expect, it } from 'vitest';
import { hashtagsIn, spaced } from './insertion.js';

it.each([
  ['sea, #summer', '#sea #summer'],
  ['#sea#sea  Ärger\n', '#sea #Ärger'],
  [' , ', ''],
])('the hashtags in “%s” are “%s”', (text, hashtags) => {
  expect(hashtagsIn(text)).toBe(hashtags);
});

it.each([
  ['', '#sea'],
  ['Hello', ' #sea'],
  ['Hello\n', '#sea'],
])('after “%s”, the inserted text is “%s”', (before, inserted) => {
  expect(spaced(before, '#sea')).toBe(inserted);
});
