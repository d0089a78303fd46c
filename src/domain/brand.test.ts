import { expect, it } from 'vitest';
import { brandNamePattern, brandNameVisiblePattern, textColorOn } from './brand.js';

it('text on a brand color is black or white, whichever has more contrast', () => {
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

it('a brand name may not contain control characters, line breaks or bidirectional overrides', () => {
  const wrong = ['a\nb', 'a\u0000', 'a\u202Eb', 'a\u2028b', '\u2067a', 'a\uFEFFb'];
  expect(wrong.filter((name) => brandNamePattern.test(name))).toEqual([]);
  expect(['Müller & Söhne', '株式会社 <b>', 'Acme 👩‍🚀'].every((name) => brandNamePattern.test(name))).toBe(
    true,
  );
});

it('a brand name must have a visible character', () => {
  const empty = [
    '\u3164',
    '\u115F',
    '\u1160',
    '\uFFA0',
    '\u2800',
    '\u00A0',
    '\u200D',
    '\u034F',
    '\uFE0F',
    ' ',
  ];
  const isFine = (name: string) => brandNamePattern.test(name) && brandNameVisiblePattern.test(name);
  expect(empty.filter(isFine)).toEqual([]);
  expect(['A', '1', '!', '👩‍🚀', '株'].filter((name) => !isFine(name))).toEqual([]);
});
