import { setTimeout as delay } from 'node:timers/promises';
import { callersAtOnce, newBatch, scheduleEach, schedulePosts, type PostToSchedule } from './actions.js';
import { postsOf, scaled, type Bench, type BenchRun } from './bench.js';
import type { BenchStack } from './bench-stack.js';
import { hammer, openHttpCaller } from './load.js';
import { residentMebibytesOf } from './process-figures.js';
import { plainRow, timeRow } from './rows.js';
import { median, quantile } from './statistics.js';

const stages = { first: 1_000, last: 100_000 } as const;
const aheadMs = 30 * 24 * 60 * 60 * 1_000;
const dueApartMs = 52_000;
const probes = 200;
const restMs = 3_000;
const samples = 5;
const sampleMs = 400;
/** More growth would not be called flat. Garbage collection alone causes some. */
const growthMebibytesMax = 20;

interface Stage {
  sleeping: number;
  workerMebibytes: number | undefined;
  listMs: number[];
  scheduleMs: number[];
}

/** Measures the cost of thousands of posts that wait for their time. */
export const sleepers: Bench = {
  name: 'sleepers',
  run: async (run) => {
    const { stack, say } = run;
    await warmUp(run);
    const measured = [await measure(stack, 0)];
    let sleeping = 0;
    for (const wanted of [scaled(run, stages.first), postsOf(run, stages.last)]) {
      await scheduleEach(stack, sleepingPosts(stack, { from: sleeping, to: wanted }));
      sleeping = wanted;
      measured.push(await measure(stack, sleeping));
      const { workerMebibytes } = measured.at(-1) ?? {};
      say(`  ${sleeping} posts asleep: the worker has ${workerMebibytes?.toFixed(0) ?? '?'} MiB`);
    }
    return {
      title: `${sleeping.toLocaleString('en')} posts asleep`,
      method: `${sleeping} posts that are due in a month and later, ${dueApartMs / 1_000} s apart, scheduled by ${callersAtOnce} callers; ${probes} calls one after another before and after.`,
      rows: [...memoryRows(measured), ...latencyRows(measured)],
      cpuMs: null,
      curves: null,
    };
  },
};

/**
 * The posts are spread out, so that no account has more posts on a day than its platform allows. If it had more, each
 * new post would count the posts of that day again.
 */
function sleepingPosts(stack: BenchStack, { from, to }: { from: number; to: number }): PostToSchedule[] {
  const firstDueMs = Date.now() + aheadMs;
  const accountIds = stack.accounts.slice(0, 1).map(({ id }) => id);
  const batch = newBatch();
  return Array.from({ length: to - from }, (_, index) => ({
    text: `${batch}-${index}`,
    dueAt: new Date(firstDueMs + (from + index) * dueApartMs),
    accountIds,
  }));
}

/** Lets the worker publish first, because a worker that has just started grows by itself. */
async function warmUp(run: BenchRun): Promise<void> {
  const { stack } = run;
  const dueAt = new Date(Date.now() + 3_000);
  await schedulePosts(stack, { count: scaled(run, 100), dueAt, targets: 3 });
  await delay(Math.max(0, dueAt.getTime() - Date.now()) + 2 * restMs);
}

async function measure(stack: BenchStack, sleeping: number): Promise<Stage> {
  await delay(restMs);
  const caller = openHttpCaller(stack.apiUrl, 1, stack.apiKey);
  const scheduledFor = new Date(Date.now() + aheadMs).toISOString();
  const targets = stack.accounts.slice(0, 1).map(({ id }) => ({ socialAccountId: id }));
  try {
    const list = await hammer({ calls: probes, concurrency: 1 }, async () => {
      await caller.call({ method: 'GET', path: '/api/v1/posts', status: 200 });
    });
    const schedule = await hammer({ calls: probes, concurrency: 1 }, async (number) => {
      const body = { caption: `Probe ${number}`, targets, scheduledFor };
      await caller.call({ method: 'POST', path: '/api/v1/posts', body, status: 201 });
    });
    return {
      sleeping,
      workerMebibytes: await residentMebibytes(stack),
      listMs: list.latenciesMs,
      scheduleMs: schedule.latenciesMs,
    };
  } finally {
    await caller.close();
  }
}

async function residentMebibytes({ pids }: BenchStack): Promise<number | undefined> {
  const seen: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const mebibytes = residentMebibytesOf(pids.get('worker') ?? 0);
    if (mebibytes === undefined) return undefined;
    seen.push(mebibytes);
    await delay(sampleMs);
  }
  return median(seen);
}

function memoryRows(measured: Stage[]): ReturnType<typeof plainRow>[] {
  const [, thousand, all] = measured;
  const grownMebibytes = (all?.workerMebibytes ?? 0) - (thousand?.workerMebibytes ?? 0);
  const judged = {
    result: `${grownMebibytes < 0 ? '-' : '+'}${Math.abs(grownMebibytes).toFixed(0)} MiB`,
    aim: `flat: at most +${growthMebibytesMax} MiB`,
    reached: grownMebibytes <= growthMebibytesMax,
  };
  return measured.flatMap((stage) => {
    const { sleeping, workerMebibytes } = stage;
    if (workerMebibytes === undefined) return [];
    const label = `worker's memory, ${sleeping.toLocaleString('en')} asleep`;
    return [plainRow({ label, unit: 'MiB', ours: [workerMebibytes] }, stage === all ? judged : null)];
  });
}

/** Compares with the stack before any posts waited. */
function latencyRows(measured: Stage[]): ReturnType<typeof timeRow>[] {
  const [before, after] = [measured.at(0), measured.at(-1)];
  if (before === undefined || after === undefined) return [];
  const row = (label: string, pick: (stage: Stage) => number): ReturnType<typeof timeRow> => {
    const measuredRow = timeRow({ label, unit: 'ms', ours: [pick(after)], bare: [pick(before)] }, null);
    return { ...measuredRow, result: measuredRow.result?.replace('bare', 'before') ?? null, speed: null };
  };
  return [
    row('GET /posts, median', ({ listMs }) => median(listMs)),
    row('GET /posts, p99', ({ listMs }) => quantile(listMs, 0.99)),
    row('POST /posts, median', ({ scheduleMs }) => median(scheduleMs)),
    row('POST /posts, p99', ({ scheduleMs }) => quantile(scheduleMs, 0.99)),
  ];
}
