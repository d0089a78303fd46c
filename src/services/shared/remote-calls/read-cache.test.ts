import { describe, expect, it } from 'vitest';
import { createReadCache } from './read-cache.js';

function createSubject({ entriesMax = 10, weightMax = 1_000 } = {}) {
  const clock = { ms: 0, now: () => new Date(clock.ms) };
  const reads: string[] = [];
  const cache = createReadCache<string>({
    clock,
    keepMs: (value) => (value === 'short' ? 10 : 100),
    entriesMax,
    weight: { of: ({ length }) => length, max: weightMax },
  });
  const read = (key: string, value = key): Promise<string> =>
    cache
      .read(key, () => {
        reads.push(key);
        return Promise.resolve(value);
      })
      .then((answer) => answer.value);
  return { clock, reads, cache, read };
}

describe('a cached value', () => {
  it('is kept for its lifetime, and reports its age', async () => {
    const { clock, reads, cache, read } = createSubject();
    await read('a', 'short');
    await read('b');
    clock.ms = 9;
    await read('a');
    expect(reads).toEqual(['a', 'b']);
    clock.ms = 10;
    expect(await read('a')).toBe('a');
    expect(reads).toEqual(['a', 'b', 'a']);
    const { readAt, expiresAt } = await cache.read('b', () => Promise.reject(new Error('not to be read')));
    expect([readAt.getTime(), expiresAt.getTime()]).toEqual([0, 100]);
  });

  it('is read once for all concurrent requests', async () => {
    const { reads, read } = createSubject();
    expect(await Promise.all([read('a'), read('a'), read('a')])).toEqual(['a', 'a', 'a']);
    expect(reads).toEqual(['a']);
  });

  it('is not kept if reading failed', async () => {
    const { reads, cache, read } = createSubject();
    const failing = () => cache.read('a', () => Promise.reject(new Error('away')));
    await expect(Promise.all([failing(), failing()])).rejects.toThrow('away');
    expect(await read('a')).toBe('a');
    expect(reads).toEqual(['a']);
  });

  it('is evicted if other values are too many or too large, the least recently used first', async () => {
    const { reads, read } = createSubject({ entriesMax: 2, weightMax: 10 });
    await read('a');
    await read('b');
    await read('a');
    await read('c');
    await read('a');
    expect(reads).toEqual(['a', 'b', 'c']);
    await read('d', 'x'.repeat(9));
    await read('a');
    expect(reads).toEqual(['a', 'b', 'c', 'd']);
    await read('e', 'x'.repeat(10));
    await read('a');
    expect(reads).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
  });
});
