/** Names and types that the baselines share with the benchmarks that measure them. */
export const bareTaskQueue = 'bench-bare';
export const bareWorkflows = {
  three: 'bareThree',
  one: 'bareOne',
  honestThree: 'honestThree',
  honestOne: 'honestOne',
} as const;

/** The call that a publishing baseline makes for one target. */
export interface BareCall {
  platform: 'BLUESKY' | 'THREADS' | 'X';
  text: string;
}

export interface BareActivities {
  /** Does nothing, and returns the time at which it ran. */
  noop: () => Promise<number>;
  /** Claims, calls the platform, and records the outcome. */
  publishOnce: (call: BareCall) => Promise<number>;
}

/** The name of the jobs in the queue of the baseline without Temporal. */
export const queueTask = 'publish';
export const queueDatabase = 'queue';

/** A tweet, and when the head of its request arrived at the platform. */
export interface Arrival {
  text: string;
  atMs: number;
}
