import { expect, it } from 'vitest';
import { brandNamePattern, textColorOn } from './brand.js';

it('a text is black or white, whichever is easier to read on the color', () => {
  expect(
    Object.fromEntries(
      ['#ffffff', '#000000', '#3730a3', '#ffcc00', '#ff0000', '#757575', '#767676'].map((color) => [
        color,
        textColorOn(color),
      ]),
    ),
  ).toEqual({
    '#ffffff': '#000000',
    '#000000': '#ffffff',
    '#3730a3': '#ffffff',
    '#ffcc00': '#000000',
    '#ff0000': '#000000',
    '#757575': '#ffffff',
    '#767676': '#000000',
  });
});

it('a name has no controls, lines or marks that turn the text around', () => {
  const wrong = ['a\nb', 'a\u0000', 'a\u202Eb', 'a\u2028b', '\u2067a', 'a\uFEFFb'];
  expect(wrong.filter((name) => brandNamePattern.test(name))).toEqual([]);
  expect(['Müller & Söhne', '株式会社 <b>', 'Acme 👩‍🚀'].every((name) => brandNamePattern.test(name))).toBe(
    true,
  );
});
