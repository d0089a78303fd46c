/** Returns the value below which the given share of all values lies (nearest rank). Throws if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  const value = sorted[rank - 1];
  if (value === undefined) throw new Error('There are no values to take a quantile of.');
  return value;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  const lower = sorted[Math.ceil(middle) - 1];
  if (upper === undefined || lower === undefined) throw new Error('There are no values to take a median of.');
  return (lower + upper) / 2;
}

/** Returns the order of the sides in a round. It alternates, so that drift favors neither. */
export function sidesOfRound(round: number): readonly ['ours', 'bare'] | readonly ['bare', 'ours'] {
  return round % 2 === 0 ? ['bare', 'ours'] : ['ours', 'bare'];
}

/** Returns the order of any number of sides: each round begins with the next side. */
export function turnsOf<T>(sides: readonly T[], round: number): T[] {
  const first = round % Math.max(1, sides.length);
  return [...sides.slice(first), ...sides.slice(0, first)];
}

/** Returns at most `pointsMax` values at even ranks, in order, which are enough to draw the distribution. */
export function sampled(values: readonly number[], pointsMax: number): number[] {
  const count = Math.min(pointsMax, values.length);
  return Array.from({ length: count }, (_, index) =>
    quantile(values, count === 1 ? 1 : Math.max(index / (count - 1), 1 / values.length)),
  );
}
