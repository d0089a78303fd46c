import { readFileSync, readdirSync } from 'node:fs';

/** Linux counts processor time in ticks of a hundredth of a second, on every machine that Node runs on. */
const msPerTick = 10;

/** Returns the processor time of a process and its descendants in ms. Undefined if /proc does not have it. */
export function cpuMsOf(pid: number): number | undefined {
  const own = ticksOf(pid);
  if (own === undefined) return undefined;
  return childrenOf(pid).reduce((sum, child) => sum + (cpuMsOf(child) ?? 0), own * msPerTick);
}

/** Returns the resident memory in MiB. Undefined if /proc does not have it. */
export function residentMebibytesOf(pid: number): number | undefined {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
}

/**
 * Returns the memory of a process and its descendants in MiB: each page is divided by the number of processes that
 * share it, and shared memory, which in Postgres is the cache, is left out. Undefined if /proc does not have it.
 */
export function memoryMebibytesOf(pid: number): number | undefined {
  const own = readText(`/proc/${pid}/smaps_rollup`);
  if (own === undefined) return undefined;
  const kibibytesOf = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(own)?.[1] ?? 0);
  const mebibytes = (kibibytesOf('Pss') - kibibytesOf('Pss_Shmem')) / 1024;
  return childrenOf(pid).reduce((sum, child) => sum + (memoryMebibytesOf(child) ?? 0), mebibytes);
}

/** Returns the user and system time, including that of ended children. */
function ticksOf(pid: number): number | undefined {
  const text = readText(`/proc/${pid}/stat`);
  // The name in the second field may contain anything, even spaces and parentheses.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields?.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) =>
      (readText(`/proc/${pid}/task/${thread}/children`) ?? '')
        .split(' ')
        .flatMap((id) => (/^\d+$/.test(id) ? [Number(id)] : [])),
    );
  } catch {
    return [];
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
