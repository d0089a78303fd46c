import { setTimeout as delay } from 'node:timers/promises';
import { LauncherFault } from './fault.js';

export interface WaitOptions {
  timeoutMs: number;
  intervalMs?: number;
  /** The beginning of the error "... within N s", such as "The API did not answer". */
  failure: string;
  signal?: AbortSignal | undefined;
}

/** Polls until the result is not undefined. The query itself must have a time limit. */
export async function waitFor<T>(ask: () => Promise<T | undefined>, options: WaitOptions): Promise<T> {
  const { timeoutMs, intervalMs = 100, failure, signal } = options;
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadlineMs)
      throw new LauncherFault(`${failure} within ${Math.round(timeoutMs / 1000)} s.`);
    await delay(intervalMs, undefined, signal ? { signal } : {});
  }
}
