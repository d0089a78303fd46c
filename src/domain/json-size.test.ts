import { describe, expect, it } from 'vitest';
import { exceededBy } from './json-size.js';

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, child) => sum + countOf(child), 1)
    : 1;

describe('the size of a JSON text', () => {
  const samples: [unknown][] = [
    [[1, [2, [3, { a: 'x', b: [4, 5] }]]]],
    [{ text: ',[{"\\', more: ['"', '\\"', '\\\\'] }],
    [Array.from({ length: 100 }, (_none, at) => ({ at, of: 'it', empty: null }))],
  ];

  it.each(samples)(
    'is counted as at least its number of values, plus at most one for each empty list: %j',
    (sample) => {
      const values = countOf(sample);
      const text = JSON.stringify(sample);
      expect(exceededBy(text, { valuesMax: values + 1 })).toBeNull();
      expect(exceededBy(text, { valuesMax: values - 1 })).toBe('values');
    },
  );

  it('is measured even in a truncated text', () => {
    expect(exceededBy('["a\\', { valuesMax: 3 })).toBeNull();
    expect(exceededBy(`["${','.repeat(100)}`, { valuesMax: 3 })).toBeNull();
    expect(exceededBy('[[[[', { valuesMax: 10, depthMax: 3 })).toBe('depth');
  });
});
