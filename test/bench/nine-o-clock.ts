import { addAccounts } from './accounts.js';
import { addQueueJobs, checkStillAhead, newBatch } from './actions.js';
import { earlyCount, lateArrivals } from './arrivals.js';
import { postsOf, scaled, type Bench, type BenchRun } from './bench.js';
import { cpuPerPost, withCpu } from './cpu.js';
import { publishRound, scheduleRound } from './publishing-round.js';
import type { CpuMs, Row } from './report.js';
import { plainRow, timeRow } from './rows.js';
import { quantile, sampled, sidesOfRound } from './statistics.js';

const postsEachRun = 500;
const warmUpPosts = 60;
const perSecondMin = 30;
const queueLeadMs = 5_000;
const singlePosts = 100;
/** Each post is published before the next one is due. */
const singlesApartMs = 500;
const singleAimMs = 150;
const pointsMax = 100;
const queueAimTimes = { dev: 1.2, postgres: 2 } as const;
const parts = {
  ours: ['worker', 'platform', 'postgres', 'temporal', 'temporal-postgres'],
  bare: ['queue', 'platform', 'postgres'],
} as const;

interface Late {
  lateMs: number[];
  cpuMs: CpuMs;
}

/**
 * Compares posts that are all due at the same time with jobs of a queue in Postgres that do the same work. Then
 * measures posts one by one.
 */
export const nineOClock: Bench = {
  name: 'nine-o-clock',
  servers: ['dev', 'postgres'],
  stack: { simulated: 'platform', withQueue: true },
  run: async (run) => {
    const { stack, server, runs, say } = run;
    const count = postsOf(run, postsEachRun);
    const accountIds = await addAccounts(stack, { workspaceId: stack.workspaceId, platform: 'X', count });
    const sides = { ours: latePosts, bare: lateJobs };
    for (const side of ['ours', 'bare'] as const)
      await sides[side]({ ...run, aheadMs: 0 }, accountIds.slice(0, scaled(run, warmUpPosts)));
    const lateMs = { ours: [] as number[][], bare: [] as number[][] };
    const cpu = { ours: [] as CpuMs[], bare: [] as CpuMs[] };
    for (let round = 0; round < runs; round += 1) {
      for (const side of sidesOfRound(round)) {
        const late = await sides[side](run, accountIds);
        lateMs[side].push(late.lateMs);
        cpu[side].push(late.cpuMs);
        say(`  ${side === 'ours' ? side : 'queue'}: ${inWords(late.lateMs)}`);
      }
    }
    const singleMs = await lateSingles(run, accountIds);
    say(`  one at a time: ${inWords(singleMs)}`);
    return {
      title: 'Nine o’clock',
      method: `${count} posts of one target and as many accounts, due at the same instant; lateness is taken where the head of each call arrives at the platform, a loopback server, on the clock that the database has, too. Scheduled ${run.aheadMs / 1_000} s before. Queue: graphile-worker (20 jobs at a time, polling every 100 ms), whose jobs write a claim row, make the same call with the same client, and write the outcome. One at a time: ${singleMs.length} posts, ${singlesApartMs} ms apart.`,
      baseline: 'queue',
      rows: [
        ...instantRows(lateMs, queueAimTimes[server]),
        earlyRow([...lateMs.ours, singleMs].flat()),
        ...singleRows(singleMs),
      ],
      cpuMs: { ours: cpuPerPost(cpu.ours, count), bare: cpuPerPost(cpu.bare, count) },
      curves: {
        ours: sampled(lateMs.ours.flat(), pointsMax),
        bare: sampled(lateMs.bare.flat(), pointsMax),
      },
    };
  },
};

function instantRows(lateMs: Record<'ours' | 'bare', number[][]>, aimTimes: number): Row[] {
  const row = (label: string, share: number, aim: number | null): Row => {
    const at = (side: number[][]): number[] => side.map((values) => quantile(values, share));
    const measured = { label, unit: 'ms', ours: at(lateMs.ours), bare: at(lateMs.bare), baseline: 'queue' };
    return { ...timeRow(measured, aim), speed: null };
  };
  return [row('late, median', 0.5, null), row('late, p99', 0.99, aimTimes), row('late, most', 1, null)];
}

export function earlyRow(lateMs: readonly number[]): Row {
  const early = earlyCount(lateMs);
  const result = early === 0 ? 'none' : `by up to ${-Math.min(...lateMs)} ms`;
  return plainRow(
    { label: 'early', unit: 'posts', ours: [early] },
    { result, aim: 'none', reached: early === 0 },
  );
}

function singleRows(singleMs: readonly number[]): Row[] {
  const p99 = quantile(singleMs, 0.99);
  const judged = { result: `${p99} ms`, aim: `below ${singleAimMs} ms`, reached: p99 < singleAimMs };
  return [
    plainRow({ label: 'one at a time: late, median', unit: 'ms', ours: [quantile(singleMs, 0.5)] }),
    plainRow({ label: 'one at a time: late, p99', unit: 'ms', ours: [p99] }, judged),
  ];
}

async function latePosts(run: BenchRun, accountIds: readonly string[]): Promise<Late> {
  const untilPublished = await scheduleRound(run, { accountIds, perSecondMin });
  const { result, cpuMs } = await withCpu(run.stack, parts.ours, untilPublished);
  return { lateMs: result, cpuMs };
}

async function lateJobs({ stack }: BenchRun, accountIds: readonly string[]): Promise<Late> {
  const dueAt = new Date(Date.now() + queueLeadMs);
  const batch = newBatch();
  const due = accountIds.map((_, number) => ({ text: `${batch}-${number}`, dueAt }));
  await addQueueJobs(stack, { texts: due.map(({ text }) => text), dueAt });
  checkStillAhead(dueAt);
  const { result, cpuMs } = await withCpu(stack, parts.bare, () => lateArrivals(stack, due));
  return { lateMs: result, cpuMs };
}

function lateSingles(run: BenchRun, ids: readonly string[]): Promise<number[]> {
  const accountIds = ids.slice(0, scaled(run, singlePosts));
  return publishRound(run, { accountIds, perSecondMin, apartMs: singlesApartMs });
}

function inWords(lateMs: readonly number[]): string {
  return `p50 ${quantile(lateMs, 0.5)} ms, p99 ${quantile(lateMs, 0.99)} ms, most ${quantile(lateMs, 1)} ms late, ${earlyCount(lateMs)} early`;
}
