import type { BenchStack } from './bench-stack.js';
import type { BenchName, Findings } from './report.js';
import type { ServerName, StackOptions } from './stack-options.js';

export interface BenchRun {
  stack: BenchStack;
  server: ServerName;
  runs: number;
  /** The factor for every size. 1 is the real size; a smaller factor gives a quick result. */
  scale: number;
  /** Replaces a size that was requested. */
  posts: number | undefined;
  /** The time between the scheduling of the last post and the due time. */
  aheadMs: number;
  say: (text: string) => void;
}

/** A benchmark. Each has its own stack, so that it is not affected by what another one has left behind. */
export interface Bench {
  name: BenchName;
  /** The Temporal servers to measure with. Default: only the development server. */
  servers?: readonly ServerName[];
  /** Additional options of its stack. */
  stack?: Pick<StackOptions, 'simulated' | 'withQueue' | 'composeFiles'>;
  /** Creates what the benchmark needs before the stack starts. */
  prepare?: () => void;
  run: (run: BenchRun) => Promise<Findings>;
}

export function scaled({ scale }: BenchRun, size: number): number {
  return Math.max(10, Math.round(size * scale));
}

/** Returns the number of posts that was requested, or else the benchmark's own size. */
export function postsOf(run: BenchRun, size: number): number {
  return run.posts ?? scaled(run, size);
}
