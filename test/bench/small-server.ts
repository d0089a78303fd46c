import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { workflowTypes } from '../../src/domain/workflow-contract.js';
import { runCommand } from '../faults/operator.js';
import { makeRelease, releasedProgram } from '../harness/programs.js';
import { addAccounts } from './accounts.js';
import { callersAtOnce, newBatch } from './actions.js';
import { postsOf, type Bench, type BenchRun } from './bench.js';
import type { BenchStack } from './bench-stack.js';
import { checkAllPublished, untilAllClosed } from './closed-runs.js';
import { hammer, openHttpCaller } from './load.js';
import { memoryMebibytesOf } from './process-figures.js';
import type { Row } from './report.js';
import { plainRow } from './rows.js';

const postsEachRun = 5_000;
const platforms = ['BLUESKY', 'X', 'THREADS'] as const;
const accountsOfEach = 100;
const idleMs = 180_000;
const sampleEveryMs = 2_000;
/** Posts must still be due in the future when the API reads the request, even if it is slow. */
const aheadMs = 5_000;
const mebibytesMax = 1_024;
const parts = { all: 'punctual all', temporal: 'Temporal', postgres: 'Postgres' } as const;
type Part = keyof typeof parts;
type Memory = Record<Part | 'total', number>;

/** Measures the installation of deploy/compose.small.yaml: its memory, its publishing and its backup. */
export const smallServer: Bench = {
  name: 'small-server',
  servers: ['postgres'],
  stack: { composeFiles: ['compose.yaml', 'compose.small.yaml'] },
  prepare: makeRelease,
  run: async (run) => {
    const { stack, say } = run;
    const count = postsOf(run, postsEachRun);
    const accountIds: string[] = [];
    for (const platform of platforms)
      accountIds.push(
        ...(await addAccounts(stack, { workspaceId: stack.workspaceId, platform, count: accountsOfEach })),
      );
    const idle = async (): Promise<Memory> => {
      await delay(idleMs * run.scale);
      const memory = memoryOf(stack);
      say(
        `  at idle: ${Object.entries(memory)
          .map(([name, mebibytes]) => `${name} ${mebibytes.toFixed(0)} MiB`)
          .join(', ')}`,
      );
      return memory;
    };
    const before = await idle();
    const { perSecond, peak } = await publish(run, accountIds, count);
    say(`  ${perSecond.toFixed(1)} posts/s, at most ${peak.total.toFixed(0)} MiB`);
    const after = await idle();
    const backup = await backUp(stack);
    return {
      title: 'One small server',
      method: `\`punctual all\` of the release, Temporal's own server and one Postgres for both, with the settings of \`deploy/compose.small.yaml\`. Memory: each page divided by the number of processes that share it, without the cache that Postgres shares; at idle ${idleMs / 60_000} min after the start or the load, at most while it publishes. Load: ${count} posts of one target on ${accountIds.length} simulated accounts, due ${aheadMs / 1_000} s after ${callersAtOnce} callers create them as fast as they get answers, from the first request until Temporal has closed the last run.`,
      runs: 1,
      rows: [
        ...memoryRows('after the start', before),
        plainRow({ label: 'posts created and published', unit: 'per second', ours: [perSecond] }),
        ...memoryRows('at most', peak),
        ...memoryRows('after the load', after),
        plainRow({ label: `backup with ${count} posts`, unit: 's', ours: [backup.seconds] }),
        plainRow({ label: `backup with ${count} posts`, unit: 'MiB', ours: [backup.mebibytes] }),
      ],
      cpuMs: null,
      curves: null,
    };
  },
};

function memoryOf({ pids }: BenchStack): Memory {
  const of = (part: Part): number => memoryMebibytesOf(pids.get(part) ?? 0) ?? 0;
  const [all, temporal, postgres] = [of('all'), of('temporal'), of('postgres')];
  return { all, temporal, postgres, total: all + temporal + postgres };
}

async function publish(
  { stack }: BenchRun,
  accountIds: readonly string[],
  count: number,
): Promise<{ perSecond: number; peak: Memory }> {
  const startedSince = new Date();
  let peak = memoryOf(stack);
  const sampler = setInterval(() => {
    const memory = memoryOf(stack);
    if (memory.total > peak.total) peak = memory;
  }, sampleEveryMs);
  try {
    await createPosts(stack, accountIds, count);
    const last = await untilAllClosed(stack, { type: workflowTypes.publishPost, startedSince, count });
    await checkAllPublished(stack, { since: startedSince, targets: count });
    return { perSecond: count / ((last.getTime() - startedSince.getTime()) / 1_000), peak };
  } finally {
    clearInterval(sampler);
  }
}

async function createPosts(stack: BenchStack, accountIds: readonly string[], count: number): Promise<void> {
  const batch = newBatch();
  const caller = openHttpCaller(stack.apiUrl, callersAtOnce, stack.apiKey);
  try {
    await hammer({ calls: count, concurrency: callersAtOnce }, async (number) => {
      const body = {
        caption: `${batch}-${number}`,
        targets: [{ socialAccountId: accountIds[number % accountIds.length] }],
        scheduledFor: new Date(Date.now() + aheadMs).toISOString(),
      };
      await caller.call({ method: 'POST', path: '/api/v1/posts', body, status: 201 });
    });
  } finally {
    await caller.close();
  }
}

async function backUp({ env, folder }: BenchStack): Promise<{ seconds: number; mebibytes: number }> {
  const file = path.join(folder, 'punctual.backup');
  const startMs = performance.now();
  const { code, output } = await runCommand({ program: releasedProgram(), env }, 'backup', [file]);
  if (code !== 0) throw new Error(`The backup failed: ${output}`);
  return { seconds: (performance.now() - startMs) / 1_000, mebibytes: statSync(file).size / 2 ** 20 };
}

function memoryRows(when: string, memory: Memory): Row[] {
  return [
    ...Object.entries(parts).map(([part, name]) =>
      plainRow({ label: `memory ${when}, ${name}`, unit: 'MiB', ours: [memory[part as Part]] }),
    ),
    plainRow(
      { label: `memory ${when}, together`, unit: 'MiB', ours: [memory.total] },
      {
        result: `${memory.total.toFixed(0)} MiB`,
        aim: `at most ${mebibytesMax} MiB`,
        reached: memory.total <= mebibytesMax,
      },
    ),
  ];
}
