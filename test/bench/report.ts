export const benchNames = [
  'scheduling',
  'publishing',
  'lateness',
  'sleepers',
  'listing',
  'history',
  'bystander',
  'inbox',
] as const;
export type BenchName = (typeof benchNames)[number];

/** One line of the table: a median of ours, and of the bare baseline where there is one. */
export interface Row {
  label: string;
  unit: string;
  ours: number;
  bare: number | null;
  /** Each run's own value, in the order of the runs. */
  runs: { ours: number[]; bare: number[] };
  /** What is compared with the aim, and in which words: such as `0.83 x bare`. */
  result: string | null;
  aim: string | null;
  reached: boolean | null;
  /** Our speed as a share of the baseline's, for the plot; above 1 we are faster. Null where that says nothing. */
  speed: number | null;
}

export interface Section {
  name: BenchName;
  title: string;
  /** What is done on either side, in a sentence or two. */
  method: string;
  rows: Row[];
  /** Processor time in ms for each post, by process; empty where the system does not tell. */
  cpuMs: { ours: Record<string, number>; bare: Record<string, number> } | null;
  /** Lateness in ms at even ranks, for the plot. */
  curves: { ours: number[]; bare: number[] } | null;
  tookSeconds: number;
}

export interface BenchReport {
  startedAt: string;
  machine: string;
  versions: string;
  runs: number;
  sections: Section[];
}
