import { setTimeout as delay } from 'node:timers/promises';
import { bareWorkflows } from './bare/contract.js';
import { addAccounts } from './accounts.js';
import { checkStillAhead, dueAfterScheduling, scheduleBareRows } from './actions.js';
import { postsOf, type Bench, type BenchRun } from './bench.js';
import { untilAllClosed } from './closed-runs.js';
import { cpuPerPost, lessIdle, withCpu } from './cpu.js';
import { publishRound } from './publishing-round.js';
import type { CpuMs, Row } from './report.js';
import { timeRow } from './rows.js';
import { sidesOfRound } from './statistics.js';

const postsEachRun = 300;
const warmUpPosts = 60;
const perSecondMin = 30;
/** The longest interval at which a worker does something by itself. */
const idleMs = 60_000;
const aimTimes = { dev: null, postgres: 1.35 } as const;
const parts = {
  ours: ['api', 'worker', 'postgres', 'temporal', 'temporal-postgres'],
  bare: ['bare-api', 'bare-worker', 'postgres', 'temporal', 'temporal-postgres'],
} as const;
type Side = keyof typeof parts;

/** Compares the processor time of a post, from its scheduling to the end of its run, with the minimum. */
export const processor: Bench = {
  name: 'processor',
  servers: ['dev', 'postgres'],
  stack: { simulated: 'platform' },
  run: async (run) => {
    const { stack, server, runs, say } = run;
    const count = postsOf(run, postsEachRun);
    const accountIds = await addAccounts(stack, { workspaceId: stack.workspaceId, platform: 'X', count });
    const sides = { ours: publishPosts, bare: runBare };
    for (const side of ['ours', 'bare'] as const)
      await sides[side]({ ...run, aheadMs: 0 }, accountIds.slice(0, warmUpPosts));
    const { cpuMs: idle } = await withCpu(stack, [...parts.ours, 'bare-api', 'bare-worker'], () =>
      delay(idleMs * run.scale),
    );
    const cpu = { ours: [] as CpuMs[], bare: [] as CpuMs[] };
    for (let round = 0; round < runs; round += 1) {
      for (const side of sidesOfRound(round)) {
        const beganMs = performance.now();
        const { cpuMs } = await withCpu(stack, parts[side], () => sides[side](run, accountIds));
        const share = (performance.now() - beganMs) / (idleMs * run.scale);
        cpu[side].push(onePost(lessIdle(cpuMs, idle, share), count));
        say(`  ${side}: ${sum(cpu[side].at(-1) ?? {}).toFixed(1)} ms of processor time a post`);
      }
    }
    return {
      title: 'A post’s processor time',
      method: `${count} posts of one target and as many accounts, from their scheduling until Temporal has closed their runs, less what the processes take in as long a time in which nothing is due. Bare: a Hono handler that inserts one row and starts one delayed workflow of one activity that does nothing, with a worker of the same options.`,
      rows: rowsOf(cpu, aimTimes[server]),
      cpuMs: { ours: cpuPerPost(cpu.ours, 1), bare: cpuPerPost(cpu.bare, 1) },
      curves: null,
    };
  },
};

const onePost = (cpuMs: CpuMs, count: number): CpuMs =>
  Object.fromEntries(
    Object.entries(cpuMs)
      .filter(([name]) => name !== 'load')
      .map(([name, ms]) => [name, ms / count]),
  );

const sum = (cpuMs: CpuMs): number => Object.values(cpuMs).reduce((all, ms) => all + ms, 0);

/** Returns a row for all processes together, and one for each process next to its counterpart in the baseline. */
function rowsOf(cpu: Record<Side, CpuMs[]>, aim: number | null): Row[] {
  const row = (label: string, of: (cpuMs: CpuMs, side: Side) => number, times: number | null): Row => ({
    ...timeRow(
      {
        label,
        unit: 'ms',
        ours: cpu.ours.map((each) => of(each, 'ours')),
        bare: cpu.bare.map((each) => of(each, 'bare')),
      },
      times,
    ),
    speed: null,
  });
  const shown = [
    ['the API', 'api', 'bare-api'],
    ['the worker', 'worker', 'bare-worker'],
    ['Temporal', 'temporal', 'temporal'],
    ['Temporal’s Postgres', 'temporal-postgres', 'temporal-postgres'],
    ['our Postgres', 'postgres', 'postgres'],
  ] as const;
  return [
    row('all', sum, aim),
    ...shown
      .filter(([, name]) => cpu.ours.some((each) => name in each))
      .map(([label, ours, bare]) =>
        row(label, (cpuMs, side) => cpuMs[side === 'ours' ? ours : bare] ?? 0, null),
      ),
  ];
}

async function publishPosts(run: BenchRun, accountIds: readonly string[]): Promise<void> {
  await publishRound(run, { accountIds, perSecondMin });
}

async function runBare({ stack, aheadMs }: BenchRun, accountIds: readonly string[]): Promise<void> {
  const count = accountIds.length;
  const startedSince = new Date();
  const dueAt = new Date(dueAfterScheduling(count, perSecondMin).getTime() + aheadMs);
  await scheduleBareRows(stack, { count, dueAt });
  checkStillAhead(dueAt);
  await untilAllClosed(stack, { type: bareWorkflows.one, startedSince, count });
}
