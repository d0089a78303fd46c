import { expect, it } from 'vitest';
import { translatorOf } from './refusals.js';
import names from './server/de/field-names.js';
import german from './server/de/refusals.js';

const { error, finding, name } = translatorOf({ ...german, name: names }, 'de');
const message = 'The English text.';

const kinds = ['field', 'sentence'] as const;
const codes = kinds.flatMap((kind) => Object.keys(german[kind]).map((code) => [kind, code] as const));

it.each(codes)('the German text of the %s %s needs no more than the server sends', (kind, code) => {
  const known = { limit: 60_000, actual: 61_000, mime: 'image/png', fitsAt: '2031-05-01T10:00:00.000Z' };
  for (const values of [{}, known])
    expect(finding(kind, { code, message, ...values })).toMatch(/^[A-ZÄÖÜ„].*\.$/);
});

it.each([
  [
    'text_too_long',
    { limit: 280, actual: 292 },
    'Der Text ist um 12 zu lang: höchstens 280 Zeichen, es sind 292.',
  ],
  ['media_too_long', { limit: 90_000, actual: 95_000 }, 'Das Video ist zu lang: höchstens 90 Sekunden.'],
  ['media_too_large', { limit: 8_000_000, actual: 9_000_000 }, 'Die Datei ist zu groß: höchstens 8 MB.'],
  ['media_count_exceeded', { limit: 1, actual: 2 }, 'Hier ist höchstens ein Bild oder Video möglich.'],
  ['media_type_not_allowed', { mime: 'image/gif' }, 'Dateien vom Typ image/gif sind hier nicht möglich.'],
])('the German sentence about %s contains its values', (code, values, told) => {
  expect(finding('sentence', { code, message, ...values })?.replaceAll(' ', ' ')).toBe(told);
});

it('unknown codes have no German text', () => {
  expect([error('NEW_CODE'), name('newField'), finding('sentence', { code: 'new_code', message })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
