import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceDeps } from './context.js';

/** How long an answer waits for the outcome of what it has started. */
const waitMsMax = 10_000;
const pollMs = { first: 100, growth: 1.5, most: 1_500 } as const;

/** Asks at growing intervals until it is done, or for as long as an answer may take. No connection is held in between. */
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
