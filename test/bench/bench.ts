import type { BenchStack } from './bench-stack.js';
import type { BenchName, Findings } from './report.js';
import type { ServerName, StackOptions } from './stack-options.js';

export interface BenchRun {
  stack: BenchStack;
  server: ServerName;
  runs: number;
  /** Of each size, for a quick look: 1 is the real thing. */
  scale: number;
  /** Replaces a size that was requested. */
  posts: number | undefined;
  /** How long before they are due the last of the posts has been scheduled. */
  aheadMs: number;
  say: (text: string) => void;
}

/** Each has its own stack, so that it does not measure what another has left behind. */
export interface Bench {
  name: BenchName;
  /** Measured on Temporal's development server alone, unless it says otherwise. */
  servers?: readonly ServerName[];
  /** Additional options of its stack. */
  stack?: Pick<StackOptions, 'simulated' | 'withQueue' | 'composeFiles'>;
  /** What must be made before the stack starts. */
  prepare?: () => void;
  run: (run: BenchRun) => Promise<Findings>;
}

export function scaled({ scale }: BenchRun, size: number): number {
  return Math.max(10, Math.round(size * scale));
}

/** As many posts as were asked for, or else the benchmark's own size. */
export function postsOf(run: BenchRun, size: number): number {
  return run.posts ?? scaled(run, size);
}
