import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApiClient } from './api-client.js';
import { startTwice } from './duplicate-start.js';
import { startFaultStack, type FaultStack } from './fault-stack.js';
import { runLoad, type Load } from './load.js';
import { createRandom, type Random } from './random.js';
import { createRandomFaults, type RandomFaults } from './random-faults.js';
import { describeMachine, lateness, reportText, type FaultReport } from './report.js';
import { untilFinal } from './settle.js';
import { readSandbox, tallyPosts, type ExpectedPost } from './tally.js';

const postsPerSecond = 3;
const accountsPerPlatform = 5;
const lookupDelaysMs = '3000,5000,5000,8000';
const settleTimeoutMs = 300_000;
/** A request that outlived its worker would show itself within this. */
const aftermathMs = 5_000;
const usage = 'Usage: npm run faults [-- --minutes N --seed S --json FILE]';

export interface FaultRunOptions {
  minutes: number;
  seed: number;
  jsonFile: string | undefined;
}

export function readOptions(args: string[]): FaultRunOptions {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '2' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      json: { type: 'string' },
    },
  });
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  if (!(minutes > 0 && minutes <= 600) || !Number.isInteger(seed)) throw new Error(usage);
  return { minutes, seed, jsonFile: values.json };
}

/** Runs the stack under load and faults, counts at the platforms, prints. Returns the exit code. */
export async function runFaults(
  { minutes, seed, jsonFile }: FaultRunOptions,
  say: (text: string) => void,
): Promise<number> {
  const random = createRandom(seed);
  const faults = createRandomFaults(createRandom(seed + 1));
  say(`Seed ${seed}. Starting Postgres, Temporal, the sandbox, 2 APIs and 2 workers ...`);
  const stack = await startFaultStack({
    processesEach: 2,
    accountsPerPlatform,
    lookupDelaysMs,
    onPublishingCall: faults.onPublishingCall,
    onStart: faults.onStart,
  });
  const interrupt = (): void => {
    void stack.stop().then(() => process.exit(130));
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  let isOk = false;
  try {
    const report = await putThrough({ stack, faults, random, minutes, seed, say });
    isOk = report.ok;
    say(`\n${reportText(report)}\n`);
    if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(report, null, 2)}\n`);
  } finally {
    if (!isOk) say(`The logs are in ${stack.folder}/logs.`);
    await stack.stop({ keepFolder: !isOk });
  }
  return isOk ? 0 : 1;
}

interface Run {
  stack: FaultStack;
  faults: RandomFaults;
  random: Random;
  minutes: number;
  seed: number;
  say: (text: string) => void;
}

async function putThrough(run: Run): Promise<FaultReport> {
  const { stack, faults, random, minutes, seed, say } = run;
  const startedAt = new Date().toISOString();
  const durationMs = minutes * 60_000;
  const client = createApiClient(stack);
  const accepted: Load['accepted'] = [];
  say(`${minutes} min of ${postsPerSecond} posts a second, and a fault every few seconds ...`);
  const loading = runLoad({
    client,
    accounts: stack.accounts,
    random,
    runId: `f${seed}`,
    postsPerSecond,
    durationMs,
    accepted,
  });
  const duplicate = async (): Promise<boolean> => {
    const latest = accepted.at(-1);
    return latest !== undefined && (await startTwice(stack, latest.post));
  };
  const [load] = await Promise.all([loading, faults.run(stack, durationMs, duplicate)]);
  say(`Everything is up again. Waiting until ${load.accepted.length} posts are final ...`);
  const ids = load.accepted.map(({ post }) => post.id);
  const finals = await untilFinal(client, ids, settleTimeoutMs);
  await delay(aftermathMs);
  return toReport(run, startedAt, load, finals, await readSandbox(stack.sandboxUrl));
}

function toReport(
  { stack, faults, minutes, seed }: Run,
  startedAt: string,
  load: Load,
  finals: Awaited<ReturnType<typeof untilFinal>>,
  seen: Awaited<ReturnType<typeof readSandbox>>,
): FaultReport {
  const expected: ExpectedPost[] = load.accepted.map(({ marker, post, text, cancelAsked }) => {
    const final = finals.get(post.id) ?? post;
    return {
      marker,
      text,
      cancelAsked,
      final,
      dueMs: Date.parse(final.scheduledAt ?? post.scheduledAt ?? ''),
    };
  });
  const tally = tallyPosts(expected, stack.accounts, seen);
  const faultCounts = Object.fromEntries(faults.injected);
  return {
    startedAt,
    seed,
    minutes,
    machine: describeMachine(),
    lookupDelaysMs,
    posts: {
      accepted: load.accepted.length,
      unanswered: load.unanswered,
      refused: Object.fromEntries(load.refused),
    },
    changes: Object.fromEntries(load.changes),
    classes: tally.classes,
    lateMs: lateness(tally),
    faults: faultCounts,
    faultsTotal: Object.values(faultCounts).reduce((sum, times) => sum + times, 0),
    violations: tally.violations,
    ok: tally.violations.length === 0,
  };
}
