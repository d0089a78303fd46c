import { workflowTypes } from '../../src/domain/workflow-contract.js';
import { checkStillAhead, dueAfterScheduling, schedulePosts, startBareRuns } from './actions.js';
import { bareWorkflows } from './bare/contract.js';
import { scaled, type Bench, type BenchRun } from './bench.js';
import { checkAllPublished, untilAllClosed } from './closed-runs.js';
import { cpuPerPost, withCpu } from './cpu.js';
import { hammer } from './load.js';
import type { CpuMs } from './report.js';
import { delayRow } from './rows.js';
import { quantile, sampled, sidesOfRound } from './statistics.js';

const postsEachRun = 500;
const warmUpPosts = 60;
const perSecondMin = 30;
const aimMsAbove = 2_000;
const pointsMax = 100;
const readersAtOnce = 20;
const parts = {
  ours: ['worker', 'sandbox', 'postgres', 'temporal', 'temporal-postgres'],
  bare: ['bare-worker', 'postgres', 'temporal', 'temporal-postgres'],
} as const;

interface Late {
  lateMs: number[];
  cpuMs: CpuMs;
}

/**
 * Compares the lateness of posts that are all due at the same time with that of workflows that have one empty activity.
 */
export const lateness: Bench = {
  name: 'lateness',
  servers: ['dev', 'postgres'],
  run: async (run) => {
    const sides = { ours: latePosts, bare: lateBareRuns };
    for (const side of ['ours', 'bare'] as const) await sides[side](run, scaled(run, warmUpPosts));
    const count = scaled(run, postsEachRun);
    const lateMs = { ours: [] as number[][], bare: [] as number[][] };
    const cpu = { ours: [] as CpuMs[], bare: [] as CpuMs[] };
    for (let round = 0; round < run.runs; round += 1) {
      for (const side of sidesOfRound(round)) {
        const { lateMs: late, cpuMs } = await sides[side](run, count);
        lateMs[side].push(late);
        cpu[side].push(cpuMs);
        run.say(`  ${side}: p50 ${quantile(late, 0.5)} ms, p99 ${quantile(late, 0.99)} ms late`);
      }
    }
    const at = (share: number): { ours: number[]; bare: number[] } => ({
      ours: lateMs.ours.map((values) => quantile(values, share)),
      bare: lateMs.bare.map((values) => quantile(values, share)),
    });
    return {
      title: 'Lateness',
      method: `${count} posts of one target due at the same instant: from then until the platform has confirmed each; bare: delayed workflows of one activity that notes the time and does nothing.`,
      rows: [
        delayRow({ label: 'late, median', unit: 'ms', ...at(0.5) }, null),
        delayRow({ label: 'late, p99', unit: 'ms', ...at(0.99) }, aimMsAbove),
      ],
      cpuMs: { ours: cpuPerPost(cpu.ours, count), bare: cpuPerPost(cpu.bare, count) },
      curves: {
        ours: sampled(lateMs.ours.flat(), pointsMax),
        bare: sampled(lateMs.bare.flat(), pointsMax),
      },
    };
  },
};

async function latePosts({ stack }: BenchRun, count: number): Promise<Late> {
  const startedSince = new Date();
  const dueAt = dueAfterScheduling(count, perSecondMin);
  await schedulePosts(stack, { count, dueAt, targets: 1 });
  checkStillAhead(dueAt);
  const { cpuMs } = await withCpu(stack, parts.ours, () =>
    untilAllClosed(stack, { type: workflowTypes.publishPost, startedSince, count }),
  );
  await checkAllPublished(stack, { since: startedSince, targets: count });
  const rows = await stack.context.deps.db.query.targets.findMany({
    columns: { publishedAt: true },
    where: (table, { gte }) => gte(table.createdAt, startedSince),
  });
  const lateMs = rows.flatMap(({ publishedAt }) =>
    publishedAt === null ? [] : [publishedAt.getTime() - dueAt.getTime()],
  );
  return { lateMs, cpuMs };
}

async function lateBareRuns({ stack }: BenchRun, count: number): Promise<Late> {
  const startedSince = new Date();
  const dueAt = dueAfterScheduling(count, perSecondMin);
  const ids = await startBareRuns(stack, bareWorkflows.one, { count, dueAt });
  checkStillAhead(dueAt);
  const { cpuMs } = await withCpu(stack, parts.bare, () =>
    untilAllClosed(stack, { type: bareWorkflows.one, startedSince, count }),
  );
  const lateMs: number[] = [];
  await hammer({ calls: ids.length, concurrency: readersAtOnce }, async (number) => {
    const handle = stack.context.temporalClient.workflow.getHandle<() => Promise<number>>(ids[number] ?? '');
    lateMs.push((await handle.result()) - dueAt.getTime());
  });
  return { lateMs, cpuMs };
}
