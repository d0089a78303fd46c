import { BoundedMap } from '../../../concurrency/bounded-map.js';

/** Remembers for a minute how much of a quota is left, so that not every new post counts the existing ones. */
export interface QuotaHeadroomCache {
  /** Whether the cached headroom is enough for `added` more. If so, they are subtracted from it. */
  take: (day: string, added: number) => boolean;
  /** Caches the result of a count. */
  found: (day: string, headroom: { left: number; max: number }) => void;
}

const rememberedMsMax = 60_000;
const daysMax = 10_000;

/**
 * Creates the cache. Other processes add posts as well, so a quota is cached only while at least half of it is left,
 * and only half of the rest can be taken before the next count.
 */
export function createQuotaHeadroomCache(
  monotonicMs: () => number = () => performance.now(),
): QuotaHeadroomCache {
  const cached = new BoundedMap<string, { left: number; untilMs: number }>(daysMax);
  return {
    take: (day, added) => {
      const headroom = cached.get(day);
      if (headroom === undefined || headroom.untilMs <= monotonicMs() || headroom.left < added) return false;
      headroom.left -= added;
      return true;
    },
    found: (day, { left, max }) => {
      cached.delete(day);
      if (left < max / 2) return;
      cached.set(day, { left: Math.floor(left / 2), untilMs: monotonicMs() + rememberedMsMax });
    },
  };
}
