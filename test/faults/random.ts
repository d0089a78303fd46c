export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next: () => number;
  between: (min: number, max: number) => number;
  pick: <T>(items: readonly [T, ...T[]]) => T;
  chance: (probability: number) => boolean;
}

/** Mulberry32: the same seed gives the same choices, which is all that a fault run needs. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    chance: (probability) => next() < probability,
  };
}
