import type { Clock } from '../../../clock.js';

/** A cached value, with the time of the read and the end of its validity. */
export interface Read<T> {
  value: T;
  readAt: Date;
  expiresAt: Date;
}

/** Caches responses of other servers in this process for a while. */
export interface ReadCache<T> {
  /** Returns the cached value, or reads it. Concurrent callers share the result. Errors are not cached. */
  read: (key: string, work: () => Promise<T>) => Promise<Read<T>>;
}

interface ReadCacheOptions<T> {
  clock: Clock;
  keepMs: (value: T) => number;
  entriesMax: number;
  /** Limits the memory that all values take together, in any unit. */
  weight?: { of: (value: T) => number; max: number };
}

interface Entry<T> {
  reading: Promise<Read<T>>;
  /** Null while the value is being read. */
  expiresAt: Date | null;
  weight: number;
}

export function createReadCache<T>(options: ReadCacheOptions<T>): ReadCache<T> {
  const { clock, keepMs, entriesMax, weight: limit = { of: () => 0, max: Infinity } } = options;
  const entries = new Map<string, Entry<T>>();
  let weight = 0;
  const drop = (key: string): void => {
    weight -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  /** Drops entries, those that were not used for the longest time first, until the limits are met. */
  const makeRoom = (): void => {
    for (const key of entries.keys()) {
      if (entries.size <= entriesMax && weight <= limit.max) return;
      drop(key);
    }
  };
  const begin = (key: string, work: () => Promise<T>): Entry<T> => {
    const settle = async (): Promise<Read<T>> => {
      const value = await work();
      const readAt = clock.now();
      const expiresAt = new Date(readAt.getTime() + keepMs(value));
      if (entries.get(key) === entry) {
        Object.assign(entry, { expiresAt, weight: limit.of(value) });
        weight += entry.weight;
        makeRoom();
      }
      return { value, readAt, expiresAt };
    };
    const entry: Entry<T> = { reading: Promise.resolve().then(settle), expiresAt: null, weight: 0 };
    entry.reading.catch(() => {
      if (entries.get(key) === entry) drop(key);
    });
    return entry;
  };
  return {
    read: (key, work) => {
      const known = entries.get(key);
      const isFresh = known !== undefined && (known.expiresAt === null || known.expiresAt > clock.now());
      const entry = isFresh ? known : begin(key, work);
      const kept = entry === known ? entry.weight : 0;
      drop(key);
      weight += kept;
      entries.set(key, entry);
      makeRoom();
      return entry.reading;
    },
  };
}
