import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApiClient, type ApiClient } from './api-client.js';
import { changePost, createOpenOutcomes, isRetryable, retryFailed, type OpenOutcomes } from './changes.js';
import { createDisconnects, type Disconnects, type LateCall } from './disconnects.js';
import { startTwice } from './duplicate-start.js';
import { startFaultStack, type FaultStack, type FaultStackOptions } from './fault-stack.js';
import { toExpected, type Finals } from './expected.js';
import { emptyLoad, runLoad, type Load } from './load.js';
import { createRandom, type Random } from './random.js';
import { createRandomFaults, type RandomFaults } from './random-faults.js';
import { describeMachine, lateness, reportText, type FaultReport } from './report.js';
import { runChanges } from './run-changes.js';
import { runParts } from './run-parts.js';
import { runReplies } from './run-replies.js';
import { restoreMinutesMin, restoreOnce, type Restore } from './restore.js';
import { untilFinal } from './settle.js';
import { readSandbox, tallyPosts, type SeenPublication } from './tally.js';
import { builtProgram, makeRelease, releasedProgram } from '../harness/programs.js';
import { findTemporalServer, temporalServerVersion } from '../harness/temporal-on-postgres.js';

const postsPerSecond = 3;
const accountsPerPlatform = 5;
/** The last two look-ups are late enough for their verdict to count. */
const lookupDelaysMs = '3000,5000,18000,5000';
const settleTimeoutMs = 300_000;
/** If a request outlives its worker, its post becomes visible within this time. */
const aftermathMs = 5_000;
const usage = `Usage: npm run faults [-- --minutes N --seed S --json FILE | --replies N --minutes N --seed S | --changes N --minutes N --seed S | --parts N --minutes N --seed S]
  --release: against the folder that npm run release makes, in place of the build
  --temporal postgres: on Temporal's own server, whose database fails together with ours, in place of its development server`;

export interface FaultRunOptions {
  minutes: number;
  seed: number;
  jsonFile: string | undefined;
  /** The number of replies to comments, instead of posts. */
  replies?: number;
  /** The number of removals and of edits of public posts, instead of posts. */
  changes?: number;
  /** The number of posts of five parts, instead of posts. */
  parts?: number;
  isRelease: boolean;
  isTemporalOnPostgres: boolean;
}

export function readOptions(args: string[]): FaultRunOptions {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '2' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      json: { type: 'string' },
      replies: { type: 'string' },
      changes: { type: 'string' },
      parts: { type: 'string' },
      release: { type: 'boolean', default: false },
      temporal: { type: 'string', default: 'dev' },
    },
  });
  const { json: jsonFile, release: isRelease, temporal } = values;
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  if (!(minutes > 0 && minutes <= 600) || !Number.isInteger(seed)) throw new Error(usage);
  if (temporal !== 'dev' && temporal !== 'postgres') throw new Error(usage);
  const options = { minutes, seed, isRelease, isTemporalOnPostgres: temporal === 'postgres' };
  const kind = (['replies', 'changes', 'parts'] as const).find((name) => values[name] !== undefined);
  if (kind === undefined) return { ...options, jsonFile };
  const times = values[kind];
  if (!Number.isInteger(Number(times)) || Number(times) < 1) throw new Error(usage);
  return { ...options, jsonFile: undefined, [kind]: Number(times) };
}

/** Returns the programs that the stack runs, and first builds those that are missing. */
function productOf(
  { isRelease, isTemporalOnPostgres }: FaultRunOptions,
  say: (text: string) => void,
): Pick<FaultStackOptions, 'program' | 'temporalOnPostgres'> {
  if (isRelease) makeRelease();
  const program = isRelease ? releasedProgram() : builtProgram;
  if (!isTemporalOnPostgres) return { program };
  const temporalOnPostgres = findTemporalServer(say);
  if ('missing' in temporalOnPostgres)
    throw new Error(`Temporal's own server cannot be had: ${temporalOnPostgres.missing}.`);
  return { program, temporalOnPostgres };
}

function describeProduct({ isRelease, isTemporalOnPostgres }: FaultRunOptions): string {
  const temporal = isTemporalOnPostgres ? `${temporalServerVersion} on Postgres` : 'development server';
  return `Punctual: ${isRelease ? 'release' : 'build'}; Temporal: ${temporal}`;
}

/** Runs the stack under load and faults, counts at the platforms and prints the result. Returns the exit code. */
export async function runFaults(options: FaultRunOptions, say: (text: string) => void): Promise<number> {
  const { minutes, seed, jsonFile, replies, changes, parts } = options;
  const product = productOf(options, say);
  if (replies !== undefined) return runReplies({ replies, minutes, seed, product }, say);
  if (changes !== undefined) return runChanges({ changes, minutes, seed, product }, say);
  if (parts !== undefined) return runParts({ parts, minutes, seed, product }, say);
  const random = createRandom(seed);
  let onLostAnswer: (text: string) => void = () => undefined;
  let noteCall: Disconnects['note'] = () => undefined;
  const faults = createRandomFaults({
    random: createRandom(seed + 1),
    onLostAnswer: (text) => {
      onLostAnswer(text);
    },
  });
  say(`Seed ${seed}. Starting Postgres, Temporal, the sandbox, 2 APIs and 2 workers ...`);
  const stack = await startFaultStack({
    ...product,
    processesEach: 2,
    accountsPerPlatform,
    lookupDelaysMs,
    onPublishingCall: (call) => {
      noteCall(call);
      return faults.onPublishingCall(call);
    },
    onStart: faults.onStart,
  });
  const interrupt = (): void => {
    void stack.stop().then(() => process.exit(130));
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  let isOk = false;
  try {
    const client = createApiClient(stack);
    const load = emptyLoad();
    const open = createOpenOutcomes(client, createRandom(seed + 2), load);
    onLostAnswer = open.lose;
    const disconnects = createDisconnects(client, stack.accounts);
    noteCall = disconnects.note;
    const report = await putThrough({
      ...{ stack, client, faults, disconnects, load, open, random, minutes, seed, say },
      product: describeProduct(options),
    });
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
  client: ApiClient;
  faults: RandomFaults;
  disconnects: Disconnects;
  load: Load;
  open: OpenOutcomes;
  random: Random;
  minutes: number;
  seed: number;
  product: string;
  say: (text: string) => void;
}

async function putThrough(run: Run): Promise<FaultReport> {
  const { stack, client, faults, disconnects, load, open, random, minutes, seed, say } = run;
  const startedAt = new Date().toISOString();
  const durationMs = minutes * 60_000;
  say(`${minutes} min of ${postsPerSecond} posts a second, and a fault every few seconds ...`);
  const duplicate = async (): Promise<boolean> => {
    const latest = load.accepted.at(-1);
    return latest !== undefined && (await startTwice(stack, latest.post));
  };
  const disconnect = () => disconnects.disconnect(load.accepted, load.changes);
  let restore: Restore | null = null;
  const restoring = async (): Promise<void> => {
    if (minutes < restoreMinutesMin) return;
    restore = await restoreOnce({ stack, faults, random: createRandom(seed + 3), durationMs, say });
  };
  const { accounts } = stack;
  await Promise.all([
    runLoad(load, {
      ...{ client, accounts, left: disconnects.spans, random, runId: `f${seed}`, postsPerSecond, durationMs },
    }),
    retryFailed(client, createRandom(seed + 4), load, durationMs),
    faults.run(stack, { durationMs, duplicate, disconnect, alongside: [restoring()] }),
  ]);
  await open.done();
  say(`Everything is up again. Waiting until ${load.accepted.length} posts are final ...`);
  const finals = await settle(client, load);
  await delay(aftermathMs);
  const seen = await readSandbox(stack.sandboxUrl);
  // This is known only now, because the restore runs during the load.
  const lost = (restore as Restore | null)?.lost;
  const lateCalls = await disconnects.lateCalls(stack.context.deps.db, lost);
  return toReport(run, { startedAt, finals, seen, restore, lateCalls });
}

/** Waits until all posts are final, retries the failed ones, and waits again. */
async function settle(client: ApiClient, load: Load): Promise<Finals> {
  const gone = new Set<string>();
  const ids = load.accepted.map(({ post }) => post.id);
  const first = await untilFinal(client, ids, settleTimeoutMs, gone);
  for (const one of load.accepted) {
    const final = first.get(one.post.id);
    if (final !== undefined && isRetryable(final))
      await changePost(client, one, { kind: 'retry', byMs: 0 }, load.changes);
  }
  return { posts: await untilFinal(client, ids, settleTimeoutMs, gone), gone };
}

interface Outcome {
  startedAt: string;
  finals: Finals;
  seen: SeenPublication[];
  restore: Restore | null;
  lateCalls: LateCall[];
}

function toReport(
  { stack, faults, load, minutes, seed, product }: Run,
  { startedAt, finals, seen, restore, lateCalls }: Outcome,
): FaultReport {
  const expected = load.accepted.map((post) => toExpected(post, finals, restore?.lost));
  const tally = tallyPosts(expected, stack.accounts, seen, lateCalls);
  const faultCounts = Object.fromEntries(faults.injected);
  return {
    startedAt,
    seed,
    minutes,
    machine: describeMachine(),
    product,
    lookupDelaysMs,
    posts: {
      accepted: load.accepted.length,
      unanswered: load.unanswered,
      refused: Object.fromEntries(load.refused),
    },
    changes: Object.fromEntries(load.changes),
    restore,
    classes: tally.classes,
    platforms: tally.platforms,
    lateMs: lateness(tally),
    faults: faultCounts,
    faultsTotal: Object.values(faultCounts).reduce((sum, times) => sum + times, 0),
    unexpectedExits: stack.unexpectedExits,
    violations: tally.violations,
    ok: tally.violations.length + stack.unexpectedExits.length === 0,
  };
}
