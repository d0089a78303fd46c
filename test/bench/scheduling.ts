import { scheduleBareRows, schedulePosts } from './actions.js';
import { scaled, type Bench } from './bench.js';
import { cpuPerPost, withCpu } from './cpu.js';
import type { Hammered } from './load.js';
import type { CpuMs } from './report.js';
import { rateRow, timeRow } from './rows.js';
import { median, sidesOfRound } from './statistics.js';

const postsEachRun = 1_200;
const warmUpPosts = 400;
const aheadMs = 24 * 60 * 60 * 1_000;
const parts = {
  ours: ['api', 'postgres', 'temporal', 'temporal-postgres'],
  bare: ['bare-api', 'postgres', 'temporal', 'temporal-postgres'],
} as const;

/** Compares POST /posts with a handler that inserts a row and starts a delayed workflow. */
export const scheduling: Bench = {
  name: 'scheduling',
  servers: ['dev', 'postgres'],
  run: async (run) => {
    const { stack, runs, say } = run;
    const call = (side: 'ours' | 'bare', count: number): Promise<Hammered> => {
      const dueAt = new Date(Date.now() + aheadMs);
      return side === 'ours'
        ? schedulePosts(stack, { count, dueAt, targets: 1 })
        : scheduleBareRows(stack, { count, dueAt });
    };
    await call('ours', scaled(run, warmUpPosts));
    await call('bare', scaled(run, warmUpPosts));
    const count = scaled(run, postsEachRun);
    const rates = { ours: [] as number[], bare: [] as number[] };
    const p50Ms = { ours: [] as number[], bare: [] as number[] };
    const cpu = { ours: [] as CpuMs[], bare: [] as CpuMs[] };
    for (let round = 0; round < runs; round += 1) {
      for (const side of sidesOfRound(round)) {
        const { result, cpuMs } = await withCpu(stack, parts[side], () => call(side, count));
        rates[side].push(result.perSecond);
        p50Ms[side].push(median(result.latenciesMs));
        cpu[side].push(cpuMs);
        say(`  ${side}: ${result.perSecond.toFixed(0)} posts/s`);
      }
    }
    return {
      title: 'Scheduling',
      method:
        'POST /posts with one target, due in a day, 16 callers at once; bare: a Hono handler in a process of its own that inserts one row and starts one delayed workflow.',
      rows: [
        rateRow({ label: 'posts scheduled', unit: 'per second', ...rates }, 0.8),
        timeRow({ label: 'answer, median', unit: 'ms', ...p50Ms }, null),
      ],
      cpuMs: { ours: cpuPerPost(cpu.ours, count), bare: cpuPerPost(cpu.bare, count) },
      curves: null,
    };
  },
};
