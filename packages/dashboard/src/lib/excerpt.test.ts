import { expect, it } from 'vitest';
import { excerptOf } from './excerpt.js';

it('an excerpt begins with the text, if the searched words are near its beginning', () => {
  expect(excerptOf('The harbor\nopens at nine', 'HARBOR opens')).toEqual({
    before: 'The ',
    found: 'harbor opens',
    after: ' at nine',
  });
});

it('an excerpt begins with a whole word before the searched words, if they are far into the text', () => {
  const { before, found, after } = excerptOf(
    `${'Some words before it. '.repeat(20)}The lighthouse`,
    'lighthouse',
  );
  expect(before).toMatch(/^… \S+ .*The $/);
  expect([found, after]).toEqual(['lighthouse', '']);
});

it('an excerpt is short, even of a long text without the searched words', () => {
  expect(excerptOf('x'.repeat(5_000), 'missing').before).toHaveLength(122);
});
