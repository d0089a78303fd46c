import { readFileSync } from 'node:fs';

/** Linux counts processor time in these ticks on every architecture that Node supports. */
const ticksPerSecond = 100;

/** Processor time that a process has used, in ms; null if the system does not report it. */
export function processorTimeMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid ?? 0}/stat`, 'latin1');
    // The process name before it can contain any character, including spaces.
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
 * Calls `onEnd` when a process has used up its time. Processor time is measured if it is known, so that other work on a
 * busy machine does not count; elapsed time is limited to `patience` times as much.
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
