import type { Db } from '../../db/client.js';

/** The most that one run takes. */
const togetherMax = 50;
/** A run that takes longer holds up nobody: what waits behind it gets a run of its own. */
const patienceMsUsual = 250;

export interface TogetherOptions {
  togetherMax?: number;
  patienceMs?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Does in shared runs what is asked for one by one. What arrives while a run is under way shares the next one, so
 * each costs less as load rises, and with nobody else around nothing waits. `work` gives a result for each item, in
 * their order. If a shared run fails, each of its items is tried alone: one that cannot succeed must not fail others.
 */
export function createTogether<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { togetherMax: itemsMax = togetherMax, patienceMs = patienceMsUsual }: TogetherOptions = {},
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
      // What is asked for at the same moment goes together.
      setImmediate(next);
    });
}

/** What each pool of connections has one of. */
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
