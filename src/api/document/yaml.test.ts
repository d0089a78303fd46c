import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { openApiText } from '../../../test/harness/description.js';
import { yamlOf } from './yaml.js';

/** Generates any character. The library's own arbitrary first builds a table of all characters, which takes seconds. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map(
    (point) => String.fromCodePoint(point),
    (character) => String(character).codePointAt(0) ?? 0,
  );

it('any value that is written as YAML parses back to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 3 }), (value) => {
      expect(parse(yamlOf(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 25 },
  );
});

it.each([
  [{ yes: 'no', on: null, '1': 2, 'a: b': '# c', '': [] }],
  [[[], {}, [[1], { a: [{}] }]]],
  ['two\nlines: "quoted"'],
  [{ '/posts/{id}': { get: ['- x', '*a', '&b', '!c', '2030-01-31T09:00:00Z'] } }],
])('the YAML of %j parses back to the same value', (value) => {
  expect(parse(yamlOf(value))).toEqual(value);
});

it('the YAML of the whole API description parses back to the same value', () => {
  const document: unknown = JSON.parse(openApiText());
  expect(parse(yamlOf(document))).toEqual(document);
});
