import { readFileSync } from 'node:fs';

/** What Linux counts processor time in, on every architecture that Node runs on. */
const ticksPerSecond = 100;

/** Processor time that a process has used, in ms; null where the system does not tell. */
export function processorTimeMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid ?? 0}/stat`, 'latin1');
    // The name before it may hold anything, blanks included.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return null;
  }
}

export interface Stopwatch {
  pause(): void;
  resume(): void;
}

/**
 * Calls `onEnd` once a process has worked for so long. A machine that is busy with other things is not held against it:
 * where processor time is known that is what counts, up to `patience` times as much time on the wall.
 */
export function watchWork(
  { pid, totalMs, patience }: { pid: number | undefined; totalMs: number; patience: number },
  onEnd: () => void,
): Stopwatch {
  const usedBeforeMs = processorTimeMs(pid) ?? 0;
  let wallLeftMs = totalMs * patience;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const pause = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    wallLeftMs -= performance.now() - since;
  };
  const resume = (): void => {
    pause();
    since = performance.now();
    const nowMs = processorTimeMs(pid);
    const workedMs = nowMs === null ? totalMs * patience - wallLeftMs : nowMs - usedBeforeMs;
    if (workedMs >= totalMs || wallLeftMs <= 0) {
      onEnd();
      return;
    }
    timer = setTimeout(resume, Math.max(1, Math.min(totalMs - workedMs, wallLeftMs)));
  };
  return { pause, resume };
}
