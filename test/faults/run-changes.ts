import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { PlatformName } from '../../src/domain/platforms.js';
import { sendAhead } from '../harness/send-ahead.js';
import { createApiClient, type ApiClient, type ApiPost } from './api-client.js';
import { count, type Counts } from './changes.js';
import { startFaultStack, type Account, type FaultStack, type FaultStackOptions } from './fault-stack.js';
import { createRandom, type Random } from './random.js';
import { createRandomFaults, type RandomFaults } from './random-faults.js';
import { untilFinal } from './settle.js';

const accountsPerPlatform = 5;
const lookupDelaysMs = '3000,5000,5000,8000';
/** The API responds to a removal or an edit after ten seconds at the latest. */
const tryTimeoutMs = 20_000;
const answerTimeoutMs = 300_000;
/** A call without a response is looked up after a minute, and again if the platform is unreachable. */
const settleTimeoutMs = 600_000;
const publishedPerSecond = 4;
const pollMs = 2_000;
const aftermathMs = 5_000;

export interface ChangesOptions {
  /** The number of removals, and that of edits. */
  changes: number;
  minutes: number;
  seed: number;
  product: Pick<FaultStackOptions, 'program' | 'temporalOnPostgres'>;
}

/**
 * How the platform treats a change: the marks of the sandbox. With `slow`, there is time to kill the worker during the
 * call.
 */
const fates = [
  '',
  'drop-after-accept',
  'drop-before-accept',
  '500-after-accept',
  'rate-limit',
  'expired-token',
  'reject',
  'slow=4000',
  'slow=4000',
] as const;

type Kind = 'REMOVE' | 'EDIT';

interface Wanted {
  kind: Kind;
  account: Account;
  /** The first word of its texts. No other post has it. */
  marker: string;
  text: string;
  newText: string;
  post: ApiPost | undefined;
}

/** These faults need posts that wait, but all posts of this run are already public. */
const notDone = (): Promise<boolean> => Promise.resolve(false);

/**
 * Removes and edits public posts while parts of the stack are killed, compares Punctual's view with what the platforms
 * show, and prints the result. Returns the exit code.
 */
export async function runChanges(options: ChangesOptions, say: (text: string) => void): Promise<number> {
  const { changes, minutes, seed, product } = options;
  const faults = createRandomFaults({ random: createRandom(seed + 1), onLostAnswer: () => undefined });
  let isOn = false;
  say(`Seed ${seed}. Starting Postgres, Temporal, the sandbox, 2 APIs and 2 workers ...`);
  const stack = await startFaultStack({
    ...product,
    processesEach: 2,
    accountsPerPlatform,
    lookupDelaysMs,
    onPublishingCall: () => undefined,
    onStart: () => (isOn ? faults.onStart() : undefined),
  });
  let isOk = false;
  try {
    const client = createApiClient({ ...stack, tryTimeoutMs });
    const wanted = await publishAll(stack, client, options);
    isOn = true;
    const made = wanted.filter(({ post }) => post?.status === 'PUBLISHED');
    say(`${made.length} of ${2 * changes} posts are public. ${minutes} min of changes and faults ...`);
    const durationMs = minutes * 60_000;
    await Promise.all([
      askForAll(client, made, durationMs),
      faults.run(stack, { durationMs, duplicate: notDone, disconnect: notDone, alongside: [] }),
    ]);
    isOn = false;
    say('Everything is up again. Waiting until all changes have ended ...');
    const ended = await untilEnded(client, made);
    await delay(aftermathMs);
    isOk = (await report({ stack, made, ended, faults, say })) && stack.unexpectedExits.length === 0;
    for (const exit of stack.unexpectedExits) say(`Unexpected exit of ${exit}`);
  } finally {
    if (!isOk) say(`The logs are in ${stack.folder}/logs.`);
    await stack.stop({ keepFolder: !isOk });
  }
  return isOk ? 0 : 1;
}

/** Publishes one post for each change, on the accounts of platforms that allow it. */
async function publishAll(
  stack: FaultStack,
  client: ApiClient,
  { changes, seed }: ChangesOptions,
): Promise<Wanted[]> {
  const random = createRandom(seed);
  const drawn = (['REMOVE', 'EDIT'] as const).flatMap((kind) =>
    Array.from({ length: changes }, (_none, number) =>
      drawOne(stack, random, kind, `c${seed}${kind}${number}`),
    ),
  );
  const startMs = performance.now();
  await Promise.all(
    drawn.map(async (one, index) => {
      await delay(Math.max(0, startMs + (index * 1_000) / publishedPerSecond - performance.now()));
      const body = { content: one.text, platforms: [one.account.entry] };
      const answer = await sendAhead(2_000, (scheduledFor) =>
        client.untilAnswered('POST', '/posts', () => ({ ...body, scheduledFor }), answerTimeoutMs),
      );
      one.post = answer?.post;
    }),
  );
  const ids = drawn.flatMap(({ post }) => post?.id ?? []);
  const finals = await untilFinal(client, ids, settleTimeoutMs);
  for (const one of drawn) one.post = finals.get(one.post?.id ?? '');
  return drawn;
}

function drawOne(
  { accounts, context: { deps } }: FaultStack,
  random: Random,
  kind: Kind,
  marker: string,
): Wanted {
  const may = ({ platform }: { platform: PlatformName }): boolean => {
    const rules = deps.platforms.get(platform)?.changeRules;
    return Boolean(kind === 'REMOVE' ? rules?.removePosts : rules?.editPosts);
  };
  const [first, ...others] = accounts.filter(may);
  if (first === undefined) throw new Error('No platform allows such a change.');
  const account = random.pick([first, ...others]);
  const drawn = random.pick(fates);
  // Meta refreshes no token that is younger than a day, so a change that waits for a refresh would not end during this
  // run.
  const isMeta = account.platform === 'FACEBOOK_PAGE' || account.platform === 'THREADS';
  const fate = isMeta && drawn === 'expired-token' ? '' : drawn;
  const mark = fate === '' ? '' : ` [sandbox:${kind === 'REMOVE' ? 'remove-' : ''}${fate}]`;
  const isRemoval = kind === 'REMOVE';
  return {
    ...{ kind, account, marker, post: undefined },
    text: `${marker} before${isRemoval ? mark : ''}`,
    newText: `${marker} after${mark}`,
  };
}

async function askForAll(client: ApiClient, made: readonly Wanted[], durationMs: number): Promise<void> {
  const startMs = performance.now();
  await Promise.all(
    made.map(async ({ kind, post, newText }, index) => {
      await delay(Math.max(0, startMs + (index * durationMs) / made.length - performance.now()));
      const path = `/posts/${post?.id ?? ''}/targets/${post?.targets[0]?.id ?? ''}`;
      const [call, body] = kind === 'REMOVE' ? ['remove', {}] : ['edit', { text: newText }];
      await client.untilAnswered('POST', `${path}/${call}`, () => body, answerTimeoutMs);
    }),
  );
}

const changeSchema = z.object({ status: z.string(), error: z.object({ code: z.string() }).nullable() });
const targetSchema = z.object({
  publishedCaption: z.string().nullable(),
  removal: changeSchema.nullable(),
  edits: z.array(changeSchema),
});
type Believed = z.infer<typeof targetSchema>;

const changeOf = ({ kind }: Wanted, { removal, edits }: Believed) =>
  kind === 'REMOVE' ? removal : (edits.at(-1) ?? null);
const isOpen = (status: string | undefined): boolean => status === 'REQUESTED' || status === 'RUNNING';

/** Reads Punctual's view of each post, once its change has ended. */
async function untilEnded(client: ApiClient, made: readonly Wanted[]): Promise<Map<Wanted, Believed>> {
  const deadlineMs = performance.now() + settleTimeoutMs;
  const ended = new Map<Wanted, Believed>();
  for (;;) {
    const open = made.filter((one) => {
      const believed = ended.get(one);
      return believed === undefined || isOpen(changeOf(one, believed)?.status);
    });
    if (open.length === 0 || performance.now() > deadlineMs) return ended;
    for (const one of open) {
      const answer = await client.untilAnswered(
        'GET',
        `/posts/${one.post?.id ?? ''}`,
        undefined,
        tryTimeoutMs,
      );
      const body: unknown = JSON.parse(answer?.text ?? 'null');
      const parsed = z.object({ targets: z.tuple([targetSchema]) }).safeParse(body);
      if (parsed.success) ended.set(one, parsed.data.targets[0]);
    }
    await delay(pollMs);
  }
}

const publicationsSchema = z.object({
  data: z.array(z.object({ platform: z.string(), accountId: z.string(), text: z.string() })),
});

interface Outcome {
  stack: FaultStack;
  made: readonly Wanted[];
  ended: ReadonlyMap<Wanted, Believed>;
  faults: RandomFaults;
  say: (text: string) => void;
}

async function report({ stack, made, ended, faults, say }: Outcome): Promise<boolean> {
  const response = await fetch(`${stack.sandboxUrl}/publications?limit=10000`);
  const seen = publicationsSchema.parse(await response.json()).data;
  const textOf = new Map(seen.map(({ text }) => [text.split(' ')[0] ?? '', text]));
  const counts: Counts = new Map();
  const violations: string[] = [];
  for (const one of made) {
    const believed = ended.get(one);
    const change = believed === undefined ? null : changeOf(one, believed);
    const shown = textOf.get(one.marker);
    const state = shown === undefined ? 'gone' : shown === one.newText ? 'edited' : 'as before';
    const status = change?.status ?? 'NOT ASKED';
    count(counts, `${one.kind} ${status} ${change?.error?.code ?? ''}, ${state}`.replaceAll(/ +/g, ' '));
    const broken = violationOf(one, status, state, believed);
    if (broken !== null)
      violations.push(
        `${broken}: ${one.text} on ${one.account.platform}, ${one.post?.id ?? ''}, ${status}, ${state}`,
      );
  }
  const lines = (of: ReadonlyMap<string, number>): string[] =>
    [...of]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, times]) => `  ${String(times).padStart(5)}  ${name}`);
  const injected = [...faults.injected.values()].reduce((sum, times) => sum + times, 0);
  say(
    [
      '',
      `${made.length} changes:`,
      ...lines(counts),
      `${injected} faults injected, besides those of the marks:`,
      ...lines(faults.injected),
      ...violations,
      violations.length === 0 ? 'The promise was kept.' : 'THE PROMISE WAS BROKEN.',
      '',
    ].join('\n'),
  );
  return violations.length === 0;
}

/**
 * Returns the violation if Punctual believes something wrong: that a public post is removed, that a removed post is
 * public, or that it has another text.
 */
function violationOf(
  { kind, text, newText }: Wanted,
  status: string,
  state: 'gone' | 'edited' | 'as before',
  believed: Believed | undefined,
): string | null {
  if (believed === undefined || isOpen(status)) return 'NEVER ENDED';
  if (kind === 'REMOVE') {
    if (status === 'DONE' && state !== 'gone') return 'BELIEVED GONE';
    return status !== 'DONE' && status !== 'UNCONFIRMED' && state === 'gone' ? 'BELIEVED THERE' : null;
  }
  if (status === 'UNCONFIRMED') return null;
  if (status === 'DONE' && state !== 'edited') return 'BELIEVED EDITED';
  if (status !== 'DONE' && state === 'edited') return 'BELIEVED UNCHANGED';
  const isTold = believed.publishedCaption === (status === 'DONE' ? newText : text);
  return isTold ? null : 'WRONG CAPTION';
}
