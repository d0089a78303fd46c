import type { BenchStack, PartName } from './bench-stack.js';
import { cpuMsOf } from './process-figures.js';

/** Processor time of each process while `work` ran, and of this one, which makes the load. */
export async function withCpu<T>(
  { pids }: BenchStack,
  parts: readonly PartName[],
  work: () => Promise<T>,
): Promise<{ result: T; cpuMs: Record<string, number> }> {
  const all = new Map<string, number>([['load', process.pid]]);
  for (const name of parts) {
    const pid = pids.get(name);
    if (pid !== undefined) all.set(name, pid);
  }
  const read = (): Map<string, number | undefined> =>
    new Map([...all].map(([name, pid]) => [name, name === 'load' ? ownCpuMs() : cpuMsOf(pid)]));
  const before = read();
  const result = await work();
  const cpuMs: Record<string, number> = {};
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

/** The mean for each post over several runs; null where the system does not tell. */
export function cpuPerPost(runs: readonly Record<string, number>[], posts: number): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const run of runs) for (const [name, ms] of Object.entries(run)) sums[name] = (sums[name] ?? 0) + ms;
  return Object.fromEntries(
    Object.entries(sums).map(([name, ms]) => [name, ms / (posts * Math.max(1, runs.length))]),
  );
}
