import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.js';

const patienceMs = 60_000;

/** Creates a batcher whose batches end on request. */
function open(options: { batchItemsMax?: number; patienceMs?: number } = {}) {
  const runs: { items: readonly string[]; end: () => void; fail: () => void }[] = [];
  const together = createBatcher<string, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const end = (): void => resolve(items.map((item) => item.toUpperCase()));
        runs.push({ items, end, fail: () => reject(new Error(`no ${items.join(' ')}`)) });
      }),
    { patienceMs, ...options },
  );
  return { together, runs };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a batch', () => {
  it('is executed in one run for all requests of the same moment', async () => {
    const { together, runs } = open();
    const results = Promise.all(['a', 'b', 'c'].map(together));
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([['a', 'b', 'c']]);
    runs[0]?.end();
    expect(await results).toEqual(['A', 'B', 'C']);
  });

  it('collects the requests that arrive during a run, up to its maximum size', async () => {
    const { together, runs } = open({ batchItemsMax: 2 });
    const first = together('a');
    await turn();
    const others = ['b', 'c', 'd'].map(together);
    await turn();
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    expect(await first).toBe('A');
    await turn();
    runs[1]?.end();
    expect(await Promise.all(others.slice(0, 2))).toEqual(['B', 'C']);
    await turn();
    runs[2]?.end();
    expect(await others[2]).toBe('D');
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('is divided into single requests if its run fails', async () => {
    const { together, runs } = open();
    const results = Promise.allSettled(['a', 'b'].map(together));
    await turn();
    runs[0]?.fail();
    await turn();
    expect(runs.slice(1).map(({ items }) => items)).toEqual([['a'], ['b']]);
    runs[1]?.fail();
    runs[2]?.end();
    const [a, b] = await results;
    expect(a).toMatchObject({ status: 'rejected', reason: { message: 'no a' } });
    expect(b).toEqual({ status: 'fulfilled', value: 'B' });
  });

  it('does not wait for a run that hangs', async () => {
    const { together, runs } = open({ patienceMs: 1 });
    const hanging = together('a');
    await turn();
    const other = together('b');
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.end();
    expect(await other).toBe('B');
    runs[0]?.end();
    expect(await hanging).toBe('A');
    // Afterwards the batcher works as usual.
    const later = together('c');
    await turn();
    runs[2]?.end();
    expect(await later).toBe('C');
  });
});
