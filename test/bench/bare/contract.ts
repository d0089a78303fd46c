/** What the baselines and those who measure them agree upon. */
export const bareTaskQueue = 'bench-bare';
export const bareWorkflows = { three: 'bareThree', one: 'bareOne' } as const;

export interface BareActivities {
  /** Does nothing but tell when it ran. */
  noop: () => Promise<number>;
}
