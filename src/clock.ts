/** The only source of time outside workflows, so that tests can move it. */
export interface Clock {
  now(): Date;
  /** How far the machine's clock is ahead of this clock. Null: not known yet. Absent: this clock is the machine's. */
  aheadMs?: () => number | null;
}

export const systemClock: Clock = { now: () => new Date() };
