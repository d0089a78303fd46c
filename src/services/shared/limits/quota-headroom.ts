import { BoundedMap } from '../../../concurrency/bounded-map.js';

/** Caches for a minute that a quota has plenty left, so that not every new post counts the existing ones. */
export interface QuotaHeadroomCache {
  /** Whether the cached headroom allows so many more. If it does, it shrinks by them. */
  take: (day: string, added: number) => boolean;
  /** Caches the result of a count. */
  found: (day: string, headroom: { left: number; max: number }) => void;
}

const rememberedMsMax = 60_000;
const daysMax = 10_000;

/**
 * Other processes add posts as well. So a quota is cached only while at least half of it is left, and only half of
 * that is given out before the next count.
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
