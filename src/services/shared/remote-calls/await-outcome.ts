import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceDeps } from '../context.js';

/** How long a response waits for the outcome of the action. */
const waitMsMax = 10_000;
const pollMs = { first: 100, growth: 1.5, most: 1_500 } as const;

/**
 * Calls `isDone` at growing intervals until it returns true or the time is up. It holds no database connection in
 * between.
 */
export async function awaitOutcome(
  { publishing }: Pick<ServiceDeps, 'publishing'>,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const endsAtMs = performance.now() + (publishing.replyWaitMs ?? waitMsMax);
  for (let delayMs: number = pollMs.first; ; delayMs = Math.min(delayMs * pollMs.growth, pollMs.most)) {
    if (await isDone()) return;
    const leftMs = endsAtMs - performance.now();
    if (leftMs <= 0) return;
    await sleep(Math.min(delayMs, leftMs));
  }
}
