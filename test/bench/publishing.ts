import { workflowTypes } from '../../src/domain/workflow-contract.js';
import { addAccounts } from './accounts.js';
import { checkStillAhead, dueAfterScheduling, newBatch, scheduleEach, startBareRuns } from './actions.js';
import { bareWorkflows, type BareCall } from './bare/contract.js';
import { scaled, type Bench, type BenchRun } from './bench.js';
import { checkAllPublished, untilAllClosed } from './closed-runs.js';
import { cpuPerPost, withCpu } from './cpu.js';
import type { CpuMs } from './report.js';
import { rateRow } from './rows.js';
import { turnsOf } from './statistics.js';

const postsEachRun = 240;
const warmUpPosts = 60;
/**
 * The number of posts that even a slow machine schedules per second. Only the wait until they are due depends on it.
 */
const perSecondMin = 30;
const platforms = ['BLUESKY', 'X', 'THREADS'] as const;
/** There are so many accounts that no post has to wait for another post of its account. */
const accountsOfEach = 80;
const sides = ['empty', 'honest', 'ours'] as const;
type Side = (typeof sides)[number];
const bareParts = ['bare-worker', 'sandbox', 'postgres', 'temporal', 'temporal-postgres'] as const;
const parts = {
  ours: ['worker', 'sandbox', 'postgres', 'temporal', 'temporal-postgres'],
  honest: bareParts,
  empty: bareParts,
} as const;
const names = { ours: 'Punctual', honest: 'honest bare', empty: 'empty bare' } as const;
const aimShares = { empty: 0.65, honest: 0.85 } as const;

interface Published {
  perSecond: number;
  cpuMs: CpuMs;
}

/**
 * Compares posts with three targets that are due together with workflows of three activities: first empty ones, then
 * ones that publish.
 */
export const publishing: Bench = {
  name: 'publishing',
  servers: ['dev', 'postgres'],
  run: async (run) => {
    const posts = await openPosts(run);
    const work = (side: Side, count: number, aheadMs: number): Promise<Published> =>
      side === 'ours'
        ? publishPosts({ ...run, aheadMs }, posts, count)
        : runBareWorkflows({ ...run, aheadMs }, side, count);
    for (const side of sides) await work(side, scaled(run, warmUpPosts), 0);
    const count = scaled(run, postsEachRun);
    const rates: Record<Side, number[]> = { ours: [], honest: [], empty: [] };
    const cpu: Record<Side, CpuMs[]> = { ours: [], honest: [], empty: [] };
    for (let round = 0; round < run.runs; round += 1) {
      for (const side of turnsOf(sides, round)) {
        const { perSecond, cpuMs } = await work(side, count, run.aheadMs);
        rates[side].push(perSecond);
        cpu[side].push(cpuMs);
        run.say(`  ${names[side]}: ${perSecond.toFixed(1)} posts/s`);
      }
    }
    const row = (side: 'empty' | 'honest'): ReturnType<typeof rateRow> =>
      rateRow(
        {
          label: `posts of three targets published, beside ${names[side]}`,
          unit: 'per second',
          ours: rates.ours,
          bare: rates[side],
          baseline: names[side],
        },
        aimShares[side],
      );
    return {
      title: 'Publishing',
      method: `${count} posts of three targets (Bluesky, X, Threads: six calls of simulated platforms) that fall due together, ${run.aheadMs / 1_000} s after they were scheduled, from that instant until Temporal has closed the last run. Empty bare: delayed workflows of three activities that do nothing, on a worker with the same options. Honest bare: the same with activities that write a claim row, make the same calls with the same client, and write the outcome.`,
      rows: [row('empty'), row('honest')],
      cpuMs: {
        ours: cpuPerPost(cpu.ours, count),
        [names.honest]: cpuPerPost(cpu.honest, count),
        [names.empty]: cpuPerPost(cpu.empty, count),
      },
      curves: null,
    };
  },
};

/** Gives each post its accounts, one on each platform. */
async function openPosts({ stack }: BenchRun): Promise<(number: number) => string[]> {
  const { workspaceId } = stack;
  const ids: string[][] = [];
  for (const platform of platforms)
    ids.push(await addAccounts(stack, { workspaceId, platform, count: accountsOfEach }));
  return (number) => ids.map((each) => each[number % each.length] ?? '');
}

async function publishPosts(
  { stack, aheadMs }: BenchRun,
  accountsOf: (number: number) => string[],
  count: number,
): Promise<Published> {
  const startedSince = new Date();
  const dueAt = new Date(dueAfterScheduling(count, perSecondMin).getTime() + aheadMs);
  const batch = newBatch();
  await scheduleEach(
    stack,
    Array.from({ length: count }, (_, number) => ({
      text: `${batch}-${number}`,
      dueAt,
      accountIds: accountsOf(number),
    })),
  );
  checkStillAhead(dueAt);
  const { result, cpuMs } = await withCpu(stack, parts.ours, () =>
    untilAllClosed(stack, { type: workflowTypes.publishPost, startedSince, count }),
  );
  await checkAllPublished(stack, { since: startedSince, targets: count * platforms.length });
  return { perSecond: rate(count, dueAt, result), cpuMs };
}

async function runBareWorkflows(
  { stack, aheadMs }: BenchRun,
  side: 'empty' | 'honest',
  count: number,
): Promise<Published> {
  const startedSince = new Date();
  const dueAt = new Date(dueAfterScheduling(count, perSecondMin).getTime() + aheadMs);
  const batch = newBatch();
  const callsOf = (number: number): BareCall[] =>
    platforms.map((platform) => ({ platform, text: `${batch}-${number}` }));
  const type = side === 'empty' ? bareWorkflows.three : bareWorkflows.honestThree;
  await startBareRuns(stack, type, { count, dueAt, ...(side === 'honest' && { callsOf }) });
  checkStillAhead(dueAt);
  const { result, cpuMs } = await withCpu(stack, parts[side], () =>
    untilAllClosed(stack, { type, startedSince, count }),
  );
  return { perSecond: rate(count, dueAt, result), cpuMs };
}

const rate = (count: number, from: Date, to: Date): number =>
  count / ((to.getTime() - from.getTime()) / 1_000);
