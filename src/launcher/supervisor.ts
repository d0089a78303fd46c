import { setTimeout as delay } from 'node:timers/promises';
import { StoppedError } from './fault.js';
import { describeEnd, type ManagedProcess } from './managed-process.js';

export interface Backoff {
  firstMs: number;
  maxMs: number;
  /** After running this long, a process restarts with the delay `firstMs` again. */
  healthyAfterMs: number;
}

export const defaultBackoff: Backoff = { firstMs: 500, maxMs: 15_000, healthyAfterMs: 30_000 };

export interface SupervisorOptions {
  name: string;
  start: () => Promise<ManagedProcess>;
  /** A process that `start` has already started. */
  running?: ManagedProcess;
  signal: AbortSignal;
  /** Shows a sentence to the person at the terminal. */
  say: (text: string) => void;
  /** The log with more details. */
  logPath: string;
  backoff?: Backoff;
}

/**
 * Keeps a program running until the signal aborts. When the program ends, it is restarted after a growing delay, with a
 * message.
 */
export async function supervise(options: SupervisorOptions): Promise<void> {
  const { name, start, signal, say, logPath, backoff = defaultBackoff } = options;
  let waitMs = backoff.firstMs;
  let { running } = options;
  const isStopped = (): boolean => signal.aborted;
  while (!isStopped()) {
    const startedMs = performance.now();
    const outcome = await runOnce(running ?? start());
    running = undefined;
    if (isStopped()) return;
    if (performance.now() - startedMs >= backoff.healthyAfterMs) waitMs = backoff.firstMs;
    say(`${name} stopped (${outcome}); restarting it in ${waitMs / 1000} s. Log: ${logPath}`);
    // An abort ends the pause, and the loop with it.
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
    waitMs = Math.min(waitMs * 2, backoff.maxMs);
  }
}

async function runOnce(starting: ManagedProcess | Promise<ManagedProcess>): Promise<string> {
  try {
    return describeEnd(await (await starting).ended);
  } catch (error) {
    if (error instanceof StoppedError) return 'stopped';
    return error instanceof Error ? error.message : String(error);
  }
}
