/** The only source of time outside workflows, so that tests can move it. */
export interface Clock {
  now(): Date;
  /** How far the machine's clock is ahead of this one. Null: not known yet. Absent: this is the machine's. */
  aheadMs?: () => number | null;
}

export const systemClock: Clock = { now: () => new Date() };
