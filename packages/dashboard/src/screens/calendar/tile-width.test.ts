import { expect, it } from 'vitest';
import { layoutOf, tileWidthOf } from './tile-width.js';

it.each([
  [1_136, 'wide', 'wide'],
  [900, 'wide', 'middle'],
  [800, 'wide', 'wide without'],
  [664, 'middle', 'middle without'],
  [328, 'narrow', 'narrow without'],
])('tiles of a month of %i px have words that are %s, and %s beside a picture', (px, alone, pictured) => {
  const width = tileWidthOf(px);
  expect(layoutOf(width, false)).toEqual({ words: alone, hasPicture: false });
  const { words, hasPicture } = layoutOf(width, true);
  expect(`${words}${hasPicture ? '' : ' without'}`).toBe(pictured);
});
