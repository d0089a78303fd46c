import type { BenchStack } from './bench-stack.js';
import type { BenchName, Findings } from './report.js';
import type { ServerName, StackOptions } from './stack-options.js';

export interface BenchRun {
  stack: BenchStack;
  server: ServerName;
  runs: number;
  /** Of each size, for a quick look: 1 is the real thing. */
  scale: number;
  /** In place of a size, where one was asked for. */
  posts: number | undefined;
  /** How long before they are due the last of the posts has been scheduled. */
  aheadMs: number;
  say: (text: string) => void;
}

/** Each has a stack of its own, so that none measures what another has left behind. */
export interface Bench {
  name: BenchName;
  /** Measured on Temporal's development server alone, unless it says otherwise. */
  onBothServers?: boolean;
  /** What its stack has beside the usual. */
  stack?: Pick<StackOptions, 'simulated' | 'withQueue'>;
  run: (run: BenchRun) => Promise<Findings>;
}

export function scaled({ scale }: BenchRun, size: number): number {
  return Math.max(10, Math.round(size * scale));
}

/** As many posts as were asked for, or else the benchmark's own size. */
export function postsOf(run: BenchRun, size: number): number {
  return run.posts ?? scaled(run, size);
}
