import { setTimeout as delay } from 'node:timers/promises';
import type { FaultStack } from './fault-stack.js';
import type { RandomFaults } from './random-faults.js';
import type { Random } from './random.js';

/** Shorter runs have no time for a restore. */
export const restoreMinutesMin = 2;
const copyAfterShare = 0.35;
const commandTriesMax = 5;
const lostMs = { min: 15_000, max: 25_000 };

/** A period of time, by the wall clock. */
export interface Span {
  fromMs: number;
  toMs: number;
}

export interface Restore {
  /** Writes during this time are missing in the database. */
  lost: Span;
  /** The output of the command. */
  said: string[];
}

export interface RestoreRun {
  stack: FaultStack;
  faults: RandomFaults;
  random: Random;
  durationMs: number;
  say: (text: string) => void;
}

/**
 * Copies the database during the run, and restores the copy some time later, by the procedure of
 * docs/reliability.md: stop all writers, restore Postgres, run the command, start the rest.
 */
export async function restoreOnce({ stack, faults, random, durationMs, say }: RestoreRun): Promise<Restore> {
  await delay(durationMs * copyAfterShare);
  const lost = { fromMs: 0, toMs: 0 };
  await faults.withoutServerFaults(async () => {
    lost.fromMs = Date.now();
    await stack.postgres.stop();
    await stack.copyDatabase();
    await stack.postgres.start();
  });
  await delay(random.between(lostMs.min, lostMs.max));
  let said: string[] = [];
  await faults.withoutServerFaults(async () => {
    const writers = [...stack.workers, ...stack.apis];
    await Promise.all(writers.map((child) => child.hold()));
    try {
      await stack.postgres.kill();
      lost.toMs = Date.now();
      await stack.putDatabaseBack();
      await stack.postgres.start();
      await stack.temporal.start();
      const since = new Date(lost.fromMs).toISOString();
      said = await runAfterRestore(stack, since);
    } finally {
      for (const child of writers) child.release();
    }
  });
  faults.count('Postgres restored to an earlier moment');
  say(`Postgres is back at ${new Date(lost.fromMs).toISOString()}; ${lost.toMs - lost.fromMs} ms are lost.`);
  return { lost, said };
}

/** Repeats the command, as its output advises, because connections are still being cut. Returns its last output. */
async function runAfterRestore(stack: FaultStack, since: string): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const { code, output } = await stack.runCommand('after-restore', ['--since', since]);
    if (code === 0) return output.trim().split('\n');
    if (tries === commandTriesMax) throw new Error(`after-restore has failed ${tries} times:\n${output}`);
  }
}

export function overlaps(a: Span, b: Span | undefined): boolean {
  return b !== undefined && a.fromMs <= b.toMs && a.toMs >= b.fromMs;
}
