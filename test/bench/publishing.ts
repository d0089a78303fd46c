import { workflowTypes } from '../../src/domain/workflow-contract.js';
import { checkStillAhead, dueAfterScheduling, schedulePosts, startBareRuns } from './actions.js';
import { bareWorkflows } from './bare/contract.js';
import { scaled, type Bench, type BenchRun } from './bench.js';
import { checkAllPublished, untilAllClosed } from './closed-runs.js';
import { cpuPerPost, withCpu } from './cpu.js';
import { rateRow } from './rows.js';
import { sidesOfRound } from './statistics.js';

const postsEachRun = 240;
const warmUpPosts = 60;
/** What even a slow machine schedules; only the wait until they fall due depends on it. */
const perSecondMin = 30;
const targets = 3;
const parts = {
  ours: ['worker', 'sandbox', 'postgres', 'temporal'],
  bare: ['bare-worker', 'postgres', 'temporal'],
} as const;

interface Published {
  perSecond: number;
  cpuMs: Record<string, number>;
}

/** Posts of three targets that fall due together against workflows of three activities that do nothing. */
export const publishing: Bench = {
  name: 'publishing',
  run: async (run) => {
    const sides = { ours: publishPosts, bare: runBareWorkflows };
    for (const side of ['ours', 'bare'] as const) await sides[side](run, scaled(run, warmUpPosts));
    const count = scaled(run, postsEachRun);
    const rates = { ours: [] as number[], bare: [] as number[] };
    const cpu = { ours: [] as Record<string, number>[], bare: [] as Record<string, number>[] };
    for (let round = 0; round < run.runs; round += 1) {
      for (const side of sidesOfRound(round)) {
        const { perSecond, cpuMs } = await sides[side](run, count);
        rates[side].push(perSecond);
        cpu[side].push(cpuMs);
        run.say(`  ${side}: ${perSecond.toFixed(1)} posts/s`);
      }
    }
    return {
      title: 'Publishing',
      method: `${count} posts of three targets (Bluesky, X, Threads: six calls of simulated platforms) that fall due together, from that instant until Temporal has closed the last run; bare: delayed workflows of three activities that do nothing, on a worker with the same options.`,
      rows: [rateRow({ label: 'posts of three targets published', unit: 'per second', ...rates }, 0.5)],
      cpuMs: { ours: cpuPerPost(cpu.ours, count), bare: cpuPerPost(cpu.bare, count) },
      curves: null,
    };
  },
};

async function publishPosts({ stack }: BenchRun, count: number): Promise<Published> {
  const startedSince = new Date();
  const dueAt = dueAfterScheduling(count, perSecondMin);
  await schedulePosts(stack, { count, dueAt, targets });
  checkStillAhead(dueAt);
  const { result, cpuMs } = await withCpu(stack, parts.ours, () =>
    untilAllClosed(stack, { type: workflowTypes.publishPost, startedSince, count }),
  );
  await checkAllPublished(stack, { since: startedSince, targets: count * targets });
  return { perSecond: rate(count, dueAt, result), cpuMs };
}

async function runBareWorkflows({ stack }: BenchRun, count: number): Promise<Published> {
  const startedSince = new Date();
  const dueAt = dueAfterScheduling(count, perSecondMin);
  await startBareRuns(stack, bareWorkflows.three, { count, dueAt });
  checkStillAhead(dueAt);
  const { result, cpuMs } = await withCpu(stack, parts.bare, () =>
    untilAllClosed(stack, { type: bareWorkflows.three, startedSince, count }),
  );
  return { perSecond: rate(count, dueAt, result), cpuMs };
}

const rate = (count: number, from: Date, to: Date): number =>
  count / ((to.getTime() - from.getTime()) / 1_000);
