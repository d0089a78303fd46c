import type { BenchStack } from './bench-stack.js';
import { cpuMsOf } from './process-figures.js';
import type { CpuMs } from './report.js';
import type { PartName } from './stack-options.js';

/** Measures the processor time of each process while `work` runs, and that of this process, which makes the load. */
export async function withCpu<T>(
  { pids }: BenchStack,
  parts: readonly PartName[],
  work: () => Promise<T>,
): Promise<{ result: T; cpuMs: CpuMs }> {
  const all = new Map<string, number>([['load', process.pid]]);
  for (const name of parts) {
    const pid = pids.get(name);
    if (pid !== undefined) all.set(name, pid);
  }
  const read = (): Map<string, number | undefined> =>
    new Map([...all].map(([name, pid]) => [name, name === 'load' ? ownCpuMs() : cpuMsOf(pid)]));
  const before = read();
  const result = await work();
  const cpuMs: CpuMs = {};
  for (const [name, after] of read()) {
    const first = before.get(name);
    if (after !== undefined && first !== undefined) cpuMs[name] = after - first;
  }
  return { result, cpuMs };
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The mean for each post over several runs; null if the system does not report it. */
export function cpuPerPost(runs: readonly CpuMs[], posts: number): CpuMs {
  const sums: CpuMs = {};
  for (const run of runs) for (const [name, ms] of Object.entries(run)) sums[name] = (sums[name] ?? 0) + ms;
  return Object.fromEntries(
    Object.entries(sums).map(([name, ms]) => [name, ms / (posts * Math.max(1, runs.length))]),
  );
}

/** Subtracts the processor time that the processes would have taken while idle: `share` of the idle measurement. */
export function lessIdle(cpuMs: CpuMs, idle: CpuMs, share: number): CpuMs {
  return Object.fromEntries(
    Object.entries(cpuMs).map(([name, ms]) => [name, Math.max(0, ms - (idle[name] ?? 0) * share)]),
  );
}
