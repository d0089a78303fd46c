import { expect, it } from 'vitest';
import { pictureUrlOf } from './picture-url.js';

it.each([
  ['IMAGE', null, 'file'],
  ['GIF', 'small', 'small'],
  ['VIDEO', null, null],
  ['VIDEO', 'small', 'small'],
  ['DOCUMENT', null, null],
  ['SUBTITLES', null, null],
  ['SOMETHING_NEW', null, null],
])('a file of the kind %s with the thumbnail %s is shown by the URL %s', (kind, thumbnailUrl, expected) => {
  expect(pictureUrlOf({ kind, url: 'file', thumbnailUrl })).toBe(expected);
});
