import type { ServerName } from './stack-options.js';

export const benchNames = [
  'scheduling',
  'publishing',
  'lateness',
  'nine-o-clock',
  'video',
  'fairness',
  'processor',
  'sleepers',
  'listing',
  'history',
  'bystander',
  'inbox',
  'calendar',
  'small-server',
] as const;
export type BenchName = (typeof benchNames)[number];

/** One line of the table: the median of the product, and that of the baseline if there is one. */
export interface Row {
  label: string;
  unit: string;
  ours: number;
  bare: number | null;
  /** The value of each run, in the order of the runs. */
  runs: { ours: number[]; bare: number[] };
  /** The value that is compared with the aim, in words such as `0.83 x bare`. */
  result: string | null;
  aim: string | null;
  reached: boolean | null;
  /**
   * The product's speed relative to the baseline's, for the plot; above 1 it is faster. Null if that is meaningless.
   */
  speed: number | null;
}

/** Processor time in ms for each post, by process. */
export type CpuMs = Record<string, number>;

/** The results of a benchmark. */
export interface Findings {
  title: string;
  /** Describes what both sides do, in a sentence or two. */
  method: string;
  /** Set if the number differs from the requested one. */
  runs?: number;
  /** The heading of the column beside the product's. Default: bare. */
  baseline?: string;
  rows: Row[];
  /**
   * The processor time by side: `ours`, `bare`, or the name of another baseline. Empty if the system does not report
   * it.
   */
  cpuMs: Record<string, CpuMs> | null;
  /** Lateness in ms at even ranks, for the plot. */
  curves: { ours: number[]; bare: number[] } | null;
}

export interface Section extends Omit<Findings, 'runs'> {
  name: BenchName;
  server: ServerName;
  tookSeconds: number;
  /** The time and circumstances of the measurement, which may differ between the sections of the page. */
  measured: { startedAt: string; machine: string; versions: string; runs: number };
}

export interface BenchReport {
  /** The sections in the order of `benchNames`. */
  sections: Section[];
}

/** Replaces the sections that were measured again, and keeps all others. */
export function merged(known: BenchReport, fresh: BenchReport): BenchReport {
  const keyOf = ({ name, server }: Section): string => `${name} ${server}`;
  const isFresh = new Set(fresh.sections.map(keyOf));
  const sections = [...known.sections.filter((section) => !isFresh.has(keyOf(section))), ...fresh.sections];
  const rank = ({ name, server }: Section): number =>
    benchNames.indexOf(name) * 2 + (server === 'postgres' ? 1 : 0);
  return { sections: sections.sort((a, b) => rank(a) - rank(b)) };
}
