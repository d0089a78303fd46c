import type { Db } from '../../../db/client.js';

/** The number of items of one batch. */
const batchItemsMax = 50;
/** After this time the next batch starts even if the current one has not finished. */
const patienceMsUsual = 250;

export interface BatcherOptions {
  batchItemsMax?: number;
  patienceMs?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Processes single items in batches. Items that arrive during a batch form the next one, so an item costs less under
 * load, and a single item does not wait. `work` returns a result for each item, in their order. If a batch fails, each
 * of its items is tried alone, so that one bad item does not fail the others.
 */
export function createBatcher<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { batchItemsMax: itemsMax = batchItemsMax, patienceMs = patienceMsUsual }: BatcherOptions = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  const run = async (batch: Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map((one) => run([one])));
      else batch[0]?.reject(error);
    }
  };

  const next = (): void => {
    isRunning = waiting.length > 0;
    if (!isRunning) return;
    let hasGoneOn = false;
    const goOn = (): void => {
      if (hasGoneOn) return;
      hasGoneOn = true;
      clearTimeout(timer);
      next();
    };
    const timer = setTimeout(goOn, patienceMs);
    void run(waiting.splice(0, itemsMax)).finally(goOn);
  };

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // Items that arrive in the same turn of the event loop share a batch.
      setImmediate(next);
    });
}

/** Creates one instance for each pool of connections. */
export function onePerPool<T>(create: (db: Db) => T): (db: Db) => T {
  const byPool = new WeakMap<Db, { one: T }>();
  return (db) => {
    const known = byPool.get(db);
    if (known !== undefined) return known.one;
    const one = create(db);
    byPool.set(db, { one });
    return one;
  };
}
