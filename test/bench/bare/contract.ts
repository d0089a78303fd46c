/** What the baselines and those who measure them agree upon. */
export const bareTaskQueue = 'bench-bare';
export const bareWorkflows = {
  three: 'bareThree',
  one: 'bareOne',
  honestThree: 'honestThree',
  honestOne: 'honestOne',
} as const;

/** What one target of a post is to a baseline that publishes. */
export interface BareCall {
  platform: 'BLUESKY' | 'THREADS' | 'X';
  text: string;
}

export interface BareActivities {
  /** Does nothing but tell when it ran. */
  noop: () => Promise<number>;
  /** Claims, calls the platform, and records. */
  publishOnce: (call: BareCall) => Promise<number>;
}

/** The task of the queue that the baseline without Temporal works off. */
export const queueTask = 'publish';
export const queueDatabase = 'queue';

/** A tweet, and when the head of its request was at the platform. */
export interface Arrival {
  text: string;
  atMs: number;
}
