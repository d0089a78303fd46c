import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { PlatformName } from '../../src/domain/platforms.js';
import { sendAhead } from '../harness/send-ahead.js';
import { createApiClient, type ApiClient } from './api-client.js';
import { count } from './changes.js';
import { startFaultStack, type FaultStack, type FaultStackOptions } from './fault-stack.js';
import {
  judgeParts,
  partsPerPost,
  textOfComment,
  textOfPart,
  threadSchema,
  threadTargetSchema,
  type PartsTally,
  type Thread,
  type ThreadTarget,
} from './judge-parts.js';
import type { PlatformFault, PublishingCall } from './platform-proxy.js';
import { createRandom, type Random } from './random.js';
import { createRandomFaults } from './random-faults.js';
import { untilFinal } from './settle.js';

const accountsPerPlatform = 10;
const platforms: readonly PlatformName[] = ['X', 'BLUESKY', 'THREADS'];
/** The part whose response X loses. */
const lostPart = 3;
/** The last two look-ups are late enough for their verdict to count. */
const lookupDelaysMs = '3000,5000,18000,5000';
const settleTimeoutMs = 300_000;
const answerTimeoutMs = 120_000;
const soonestMs = 1_000;
const aftermathMs = 5_000;
const atOnceMax = 20;

export interface PartsOptions {
  /** The number of posts. */
  parts: number;
  minutes: number;
  seed: number;
  product: Pick<FaultStackOptions, 'program' | 'temporalOnPostgres'>;
}

/** How the response is lost: before or after the platform has accepted the part, and with or without the worker. */
const losses = [
  'drop-before-accept',
  'drop-after-accept',
  'error-after-accept',
  'kill-before-accept',
  'kill-after-accept',
  'kill-while-answering',
  'kill-after-answer',
] as const satisfies readonly PlatformFault[];

/** These faults need posts that wait, or accounts that are connected and disconnected. */
const notDone = (): Promise<boolean> => Promise.resolve(false);

/**
 * Publishes posts of five parts on three platforms, each of which loses the response to its third part on X, while
 * parts of the stack are killed. Compares Punctual's view with what the platforms show, before and after a retry, and
 * prints the result. Returns the exit code.
 */
export async function runParts(options: PartsOptions, say: (text: string) => void): Promise<number> {
  const { parts, minutes, seed, product } = options;
  const faults = createRandomFaults({ random: createRandom(seed + 1), onLostAnswer: () => undefined });
  const losing = createLosing(createRandom(seed + 2));
  let isOn = false;
  say(`Seed ${seed}. Starting Postgres, Temporal, the sandbox, 2 APIs and 2 workers ...`);
  const stack = await startFaultStack({
    ...product,
    processesEach: 2,
    accountsPerPlatform,
    platforms,
    lookupDelaysMs,
    onPublishingCall: (call) => losing.decide(call) ?? (isOn ? faults.onPublishingCall(call) : undefined),
    onStart: () => (isOn ? faults.onStart() : undefined),
  });
  let isOk = false;
  try {
    const client = createApiClient(stack);
    const durationMs = minutes * 60_000;
    say(`${parts} posts of ${partsPerPost} parts in ${minutes} min, and a fault every few seconds ...`);
    isOn = true;
    const [threads] = await Promise.all([
      publishAll(stack, client, options),
      faults.run(stack, { durationMs, duplicate: notDone, disconnect: notDone, alongside: [] }),
    ]);
    isOn = false;
    say('Everything is up again. Waiting until all posts have ended ...');
    const ended = await judgeNow({ stack, client, threads });
    say(`The posts have ended by themselves:\n${textOf(ended)}`);
    await retryAll(client, threads, ended);
    const retried = await judgeNow({ stack, client, threads });
    say(`After a retry of what has failed:\n${textOf(retried)}`);
    const injected = [...faults.injected, ...losing.counts].sort(([a], [b]) => a.localeCompare(b));
    say(['Faults:', ...injected.map(([name, times]) => lineOf(name, times))].join('\n'));
    const violations = [...ended.violations, ...retried.violations];
    isOk = violations.length + stack.unexpectedExits.length === 0;
    for (const exit of stack.unexpectedExits) say(`Unexpected exit of ${exit}`);
    say(isOk ? 'The promise was kept.' : 'THE PROMISE WAS BROKEN.');
  } finally {
    if (!isOk) say(`The logs are in ${stack.folder}/logs.`);
    await stack.stop({ keepFolder: !isOk });
  }
  return isOk ? 0 : 1;
}

/** Loses the response to the first call for the third part of each post on X. */
function createLosing(random: Random) {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const decide = ({ platform, text }: PublishingCall): PlatformFault | undefined => {
    const isMeant = platform === 'X' && new RegExp(String.raw`\bpart ${lostPart}$`).test(text);
    if (!isMeant || seen.has(text)) return undefined;
    seen.add(text);
    const loss = random.pick(losses);
    count(counts, `third part on X: ${loss}`);
    return loss;
  };
  return { decide, counts };
}

async function publishAll(
  { accounts }: FaultStack,
  client: ApiClient,
  { parts, minutes, seed }: PartsOptions,
): Promise<Thread[]> {
  const random = createRandom(seed);
  const drawn = Array.from({ length: parts }, (_none, number): Thread => {
    const chosen = platforms.map((platform) => {
      const [first, ...others] = accounts.filter((account) => account.platform === platform);
      if (first === undefined) throw new Error(`${platform} has no account.`);
      return random.pick([first, ...others]);
    });
    return {
      marker: `p${seed}-${number}`,
      accounts: chosen,
      hasComment: random.chance(0.3),
      postId: undefined,
    };
  });
  const stepMs = (minutes * 60_000) / parts;
  const startMs = performance.now();
  await Promise.all(
    drawn.map(async (thread, index) => {
      await delay(Math.max(0, startMs + index * stepMs - performance.now()));
      const answer = await sendAhead(soonestMs, (scheduledFor) =>
        client.untilAnswered('POST', '/posts', () => ({ ...bodyOf(thread), scheduledFor }), answerTimeoutMs),
      );
      if (answer !== undefined && answer.post === undefined)
        throw new Error(`The post was refused: ${answer.text}`);
      thread.postId = answer?.post?.id;
    }),
  );
  return drawn;
}

function bodyOf({ marker, accounts, hasComment }: Thread): object {
  const texts = Array.from({ length: partsPerPost }, (_none, index) => textOfPart(marker, index + 1));
  return {
    content: texts[0],
    parts: texts.slice(1).map((text) => ({ text })),
    platforms: accounts.map(({ entry }) => ({
      ...entry,
      ...(hasComment && { firstComment: textOfComment(marker) }),
    })),
    // All repeats of the request refer to the same post.
    clientReferenceId: marker,
  };
}

interface Situation {
  stack: FaultStack;
  client: ApiClient;
  threads: readonly Thread[];
}

async function judgeNow({ stack, client, threads }: Situation): Promise<PartsTally> {
  const ids = threads.flatMap(({ postId }) => postId ?? []);
  await untilFinal(client, ids, settleTimeoutMs);
  await delay(aftermathMs);
  const targets = await readTargets(client, ids);
  const response = await fetch(`${stack.sandboxUrl}/publications?limit=10000`);
  const seen = z.object({ data: z.array(threadSchema) }).parse(await response.json()).data;
  return judgeParts(threads, targets, seen);
}

/** The state of each post as Punctual shows it. */
async function readTargets(client: ApiClient, ids: readonly string[]): Promise<Map<string, ThreadTarget[]>> {
  const targets = new Map<string, ThreadTarget[]>();
  for (let from = 0; from < ids.length; from += atOnceMax) {
    const some = ids.slice(from, from + atOnceMax);
    const answers = await Promise.all(
      some.map((id) => client.untilAnswered('GET', `/posts/${id}`, undefined, answerTimeoutMs)),
    );
    for (const [index, answer] of answers.entries()) {
      if (answer === undefined) continue;
      const body: unknown = JSON.parse(answer.text);
      targets.set(some[index] ?? '', z.object({ targets: z.array(threadTargetSchema) }).parse(body).targets);
    }
  }
  return targets;
}

async function retryAll(
  client: ApiClient,
  threads: readonly Thread[],
  { failedPostIds }: PartsTally,
): Promise<void> {
  const ids = threads.flatMap(({ postId }) =>
    postId !== undefined && failedPostIds.has(postId) ? [postId] : [],
  );
  await Promise.all(
    ids.map((id) => client.untilAnswered('POST', `/posts/${id}/retry`, undefined, answerTimeoutMs)),
  );
}

const lineOf = (name: string, times: number): string => `  ${String(times).padStart(5)}  ${name}`;

const textOf = ({ counts, violations }: PartsTally): string =>
  [
    ...[...counts].sort(([a], [b]) => a.localeCompare(b)).map(([name, times]) => lineOf(name, times)),
    ...violations,
  ].join('\n');
