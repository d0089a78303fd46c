import { waitFor } from '../../src/launcher/waiting.js';
import type { Arrival } from './bare/contract.js';
import type { BenchStack } from './bench-stack.js';
import { openHttpCaller } from './load.js';

const pollMs = 500;
const settleMs = 180_000;
const settleMsEach = 300;

/** Waits until each of these texts has arrived at the platform. Returns how late each was, in their order. */
export async function lateArrivals(
  { platformUrl }: BenchStack,
  due: readonly { text: string; dueAt: Date }[],
): Promise<number[]> {
  const caller = openHttpCaller(platformUrl, 1);
  try {
    const lastDueMs = Math.max(...due.map(({ dueAt }) => dueAt.getTime()));
    const arrivals = await waitFor(
      async () => {
        if (Date.now() < lastDueMs) return undefined;
        const body = await caller.call({ method: 'GET', path: '/arrivals', status: 200 });
        const all = JSON.parse(body) as Arrival[];
        return all.length < due.length ? undefined : all;
      },
      {
        timeoutMs: Math.max(0, lastDueMs - Date.now()) + settleMs + due.length * settleMsEach,
        intervalMs: pollMs,
        failure: `Not all of ${due.length} posts had arrived at the platform`,
      },
    );
    await caller.call({ method: 'POST', path: '/arrivals', status: 200 });
    return latenessOf(due, arrivals);
  } finally {
    await caller.close();
  }
}

/**
 * Returns the ms after the due time, negative for an early post. Missing, duplicated or unknown posts have no value.
 */
export function latenessOf(
  due: readonly { text: string; dueAt: Date }[],
  arrivals: readonly Arrival[],
): number[] {
  const atByText = new Map<string, number>();
  for (const { text, atMs } of arrivals) {
    if (atByText.has(text)) throw new Error(`${text} has arrived twice.`);
    atByText.set(text, atMs);
  }
  if (atByText.size !== due.length) throw new Error(`${atByText.size} of ${due.length} posts have arrived.`);
  return due.map(({ text, dueAt }) => {
    const atMs = atByText.get(text);
    if (atMs === undefined) throw new Error(`${text} has not arrived.`);
    return atMs - dueAt.getTime();
  });
}

export const earlyCount = (lateMs: readonly number[]): number => lateMs.filter((ms) => ms < 0).length;
