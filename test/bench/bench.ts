import type { BenchStack } from './bench-stack.js';
import type { BenchName, Section } from './report.js';

export interface BenchRun {
  stack: BenchStack;
  runs: number;
  /** Of each size, for a quick look: 1 is the real thing. */
  scale: number;
  say: (text: string) => void;
}

/** Each has a stack of its own, so that none measures what another has left behind. */
export interface Bench {
  name: BenchName;
  run: (run: BenchRun) => Promise<Omit<Section, 'name' | 'tookSeconds'>>;
}

export function scaled({ scale }: BenchRun, size: number): number {
  return Math.max(10, Math.round(size * scale));
}
