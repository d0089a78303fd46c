import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { comments } from '../../src/db/schema/index.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import { sendAhead } from '../harness/send-ahead.js';
import { createApiClient } from './api-client.js';
import { count, type Counts } from './changes.js';
import { startFaultStack, type Account, type FaultStack, type FaultStackOptions } from './fault-stack.js';
import { createRandom, type Random } from './random.js';
import { createRandomFaults, type RandomFaults } from './random-faults.js';
import { untilFinal } from './settle.js';
import { readSandbox } from './tally.js';

const accountsPerPlatform = 5;
const lookupDelaysMs = '3000,5000,5000,8000';
/** The response to a reply waits ten seconds for the outcome. */
const callTimeoutMs = 20_000;
/** If a request crashes, its Idempotency-Key can be used again after two and a half minutes. */
const answerTimeoutMs = 600_000;
const retryPauseMs = 1_000;
const settleTimeoutMs = 400_000;
const aftermathMs = 5_000;

export interface RepliesOptions {
  replies: number;
  minutes: number;
  seed: number;
  product: Pick<FaultStackOptions, 'program' | 'temporalOnPostgres'>;
}

/** These faults need posts, but this run only sends replies. */
const notDone = (): Promise<boolean> => Promise.resolve(false);

interface Sent {
  text: string;
  accountId: string;
  platform: PlatformName;
  /** Undefined: there was no response, but the database may have a row with the text. */
  id: string | undefined;
  answeredBy: 'API' | 'nobody';
  /** The responses of the API that were not replies, by status and code. */
  refusals: Counts;
}

const commentSchema = z.object({
  id: z.string(),
  status: z.string(),
  externalCommentId: z.string().nullable(),
});
type Shown = z.infer<typeof commentSchema>;

/**
 * Sends replies to comments while parts of the stack are killed, counts at the platforms and prints the result. Returns
 * the exit code.
 */
export async function runReplies(options: RepliesOptions, say: (text: string) => void): Promise<number> {
  const { replies, minutes, seed, product } = options;
  const faults = createRandomFaults({ random: createRandom(seed + 1), onLostAnswer: () => undefined });
  let isOn = false;
  say(`Seed ${seed}. Starting Postgres, Temporal, the sandbox, 2 APIs and 2 workers ...`);
  const stack = await startFaultStack({
    ...product,
    processesEach: 2,
    accountsPerPlatform,
    lookupDelaysMs,
    onPublishingCall: (call) => (isOn ? faults.onPublishingCall(call) : undefined),
    onStart: () => (isOn ? faults.onStart() : undefined),
  });
  let isOk = false;
  try {
    const commentIds = await mintComments(stack);
    isOn = true;
    say(`${replies} replies in ${minutes} min, and a fault every few seconds ...`);
    const durationMs = minutes * 60_000;
    const [sent] = await Promise.all([
      sendAll(stack, commentIds, { ...options, durationMs, random: createRandom(seed) }),
      faults.run(stack, { durationMs, duplicate: notDone, disconnect: notDone, alongside: [] }),
    ]);
    isOn = false;
    say('Everything is up again. Waiting until all replies have ended ...');
    await findUnanswered(stack, sent);
    const ended = await untilEnded(stack, sent);
    await delay(aftermathMs);
    isOk = (await report({ stack, sent, ended, faults, say })) && stack.unexpectedExits.length === 0;
    for (const exit of stack.unexpectedExits) say(`Unexpected exit of ${exit}`);
  } finally {
    if (!isOk) say(`The logs are in ${stack.folder}/logs.`);
    await stack.stop({ keepFolder: !isOk });
  }
  return isOk ? 0 : 1;
}

/** Creates one post on each account with readable comments, and a visitor's comment under it, stored as by a read. */
async function mintComments(stack: FaultStack): Promise<Map<Account, string>> {
  const { platforms } = stack.context.deps;
  const accounts = stack.accounts.filter(({ platform }) => platforms.get(platform)?.comments !== undefined);
  const client = createApiClient(stack);
  const call = (path: string, method = 'GET', body?: object): Promise<unknown> =>
    ask(stack.apiUrls[0] ?? '', path, stack.apiKey, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const posts = new Map<Account, string>();
  for (const account of accounts) {
    await call(`/social-accounts/${account.id}`, 'PATCH', { readsComments: true });
    const answer = await sendAhead(2_000, (time) =>
      client.untilAnswered('POST', '/posts', () => toPost(account, time), callTimeoutMs),
    );
    if (answer?.post !== undefined) posts.set(account, answer.post.id);
  }
  await untilFinal(client, [...posts.values()], settleTimeoutMs);
  for (const [account, postId] of posts) {
    const { targets } = publishedSchema.parse(await call(`/posts/${postId}`));
    const visitor = await fetch(`${stack.sandboxUrl}/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        platform: account.platform,
        externalPostId: targets[0]?.externalPostId,
        text: 'A question',
      }),
    });
    if (visitor.status !== 201) throw new Error(`${account.platform}: ${await visitor.text()}`);
  }
  return untilRead(call, accounts);
}

/** Polls the comments until there is one for each account. */
async function untilRead(
  call: (path: string, method?: string, body?: object) => Promise<unknown>,
  accounts: readonly Account[],
): Promise<Map<Account, string>> {
  const deadlineMs = performance.now() + settleTimeoutMs;
  const { workspaceId } = z
    .object({ workspaceId: z.string() })
    .parse(await call(`/social-accounts/${accounts[0]?.id ?? ''}`));
  for (;;) {
    await call(`/comments/refresh?workspaceId=${workspaceId}`, 'POST', {});
    const page = commentPageSchema.safeParse(await call('/comments?mine=false&limit=100'));
    const found = new Map<Account, string>();
    for (const account of accounts) {
      const comment = page.data?.data.find(({ socialAccountId }) => socialAccountId === account.id);
      if (comment !== undefined) found.set(account, comment.id);
    }
    if (found.size === accounts.length) return found;
    if (performance.now() > deadlineMs)
      throw new Error(`Only ${found.size} of ${accounts.length} comments came.`);
    await delay(retryPauseMs);
  }
}

const publishedSchema = z.object({ targets: z.array(z.object({ externalPostId: z.string() })) });
const commentPageSchema = z.object({
  data: z.array(z.object({ id: z.string(), socialAccountId: z.string() })),
});

const toPost = ({ entry, platform }: Account, scheduledFor: string): object => ({
  content: `Ask us anything at ${platform}`,
  platforms: [entry],
  scheduledFor,
});

async function sendAll(
  stack: FaultStack,
  commentIds: ReadonlyMap<Account, string>,
  { replies, seed, durationMs, random }: RepliesOptions & { durationMs: number; random: Random },
): Promise<Sent[]> {
  const startMs = performance.now();
  const [first, ...rest] = commentIds;
  if (first === undefined) throw new Error('There is no comment to answer.');
  const work: Promise<Sent>[] = [];
  for (let number = 0; number < replies; number += 1) {
    await delay(Math.max(0, startMs + (number * durationMs) / replies - performance.now()));
    const [account, commentId] = random.pick([first, ...rest]);
    const text = `r${seed}-${number} thank you`;
    const { id: accountId, platform } = account;
    const refusals: Counts = new Map();
    const sending = send(stack, commentId, text, refusals);
    work.push(
      sending.then((id) => ({
        text,
        accountId,
        platform,
        id,
        answeredBy: id === undefined ? 'nobody' : 'API',
        refusals,
      })),
    );
  }
  return Promise.all(work);
}

/** Acts like a careful caller: repeats every request without a clear response, under the same key. */
async function send(
  { apiUrls, apiKey }: FaultStack,
  commentId: string,
  text: string,
  refusals: Counts,
): Promise<string | undefined> {
  const deadlineMs = performance.now() + answerTimeoutMs;
  for (let turn = 0; performance.now() < deadlineMs; turn += 1) {
    const answer = await ask(apiUrls[turn % apiUrls.length] ?? '', `/comments/${commentId}/reply`, apiKey, {
      method: 'POST',
      headers: { 'idempotency-key': text.replaceAll(' ', '-') },
      body: JSON.stringify({ text }),
    });
    const comment = commentSchema.safeParse(answer);
    if (comment.success) return comment.data.id;
    const refused = z.object({ code: z.string() }).safeParse(answer);
    const code = refused.data?.code ?? 'no answer';
    count(refusals, code);
    // The reply is refused for good. An earlier try may still have been stored.
    if (code === 'INVALID_STATE') return undefined;
    await delay(retryPauseMs);
  }
  return undefined;
}

async function ask(apiUrl: string, path: string, apiKey: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const headers = {
      ...init.headers,
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
    };
    const signal = AbortSignal.timeout(callTimeoutMs);
    const response = await fetch(`${apiUrl}/api/v1${path}`, { ...init, headers, signal });
    return await response.json();
  } catch {
    return undefined;
  }
}

/** A stored reply counts as accepted, whether or not its caller got the response. */
async function findUnanswered({ context }: FaultStack, sent: Sent[]): Promise<void> {
  const { db } = context.deps;
  for (const one of sent) {
    if (one.id !== undefined) continue;
    const [row] = await db.select({ id: comments.id }).from(comments).where(eq(comments.text, one.text));
    one.id = row?.id;
  }
}

async function untilEnded({ apiUrls, apiKey }: FaultStack, sent: Sent[]): Promise<Map<string, Shown>> {
  const deadlineMs = performance.now() + settleTimeoutMs;
  const ended = new Map<string, Shown>();
  for (;;) {
    for (const { id } of sent) {
      if (id === undefined || (ended.get(id)?.status ?? 'SENDING') !== 'SENDING') continue;
      const shown = commentSchema.safeParse(await ask(apiUrls[0] ?? '', `/comments/${id}`, apiKey));
      if (shown.success) ended.set(id, shown.data);
    }
    const isOpen = sent.some(
      ({ id }) => id !== undefined && (ended.get(id)?.status ?? 'SENDING') === 'SENDING',
    );
    if (!isOpen || performance.now() > deadlineMs) return ended;
    await delay(retryPauseMs);
  }
}

interface Outcome {
  stack: FaultStack;
  sent: Sent[];
  ended: ReadonlyMap<string, Shown>;
  faults: RandomFaults;
  say: (text: string) => void;
}

async function report({ stack, sent, ended, faults, say }: Outcome): Promise<boolean> {
  const seen = await readSandbox(stack.sandboxUrl);
  const publicTimes = new Map<string, number>();
  for (const { text } of seen.flatMap((one) => [one, ...one.comments]))
    publicTimes.set(text, (publicTimes.get(text) ?? 0) + 1);
  const rows = await stack.context.deps.db
    .select({ text: comments.text })
    .from(comments)
    .where(eq(comments.mine, true));
  const counts: Counts = new Map();
  const unheard: Counts = new Map();
  const violations: string[] = [];
  for (const one of sent) {
    const times = publicTimes.get(one.text) ?? 0;
    const status = one.id === undefined ? 'NOT STORED' : (ended.get(one.id)?.status ?? 'UNKNOWN');
    const heard = one.answeredBy === 'API' ? '' : ', its caller never heard';
    const name = `${one.platform} ${status}${times > 0 ? '' : ', not public'}${heard}`;
    if (heard !== '')
      for (const [code, often] of one.refusals) unheard.set(code, (unheard.get(code) ?? 0) + often);
    count(counts, name);
    const stored = rows.filter(({ text }) => text === one.text).length;
    const about = `${one.text} (${one.id ?? 'no id'}) on ${one.platform}: ${status}, public ${times} times, ${stored} rows`;
    if (times > 1) violations.push(`DOUBLED: ${about}`);
    if (stored > 1) violations.push(`STORED TWICE: ${about}`);
    if (status === 'SENT' && times === 0) violations.push(`LOST: ${about}`);
    if (status === 'SENDING' || status === 'UNKNOWN') violations.push(`NEVER ENDED: ${about}`);
    if (one.id === undefined && times > 0) violations.push(`PUBLIC, AND NOT STORED: ${about}`);
    if (status === 'FAILED' && times > 0) violations.push(`FAILED YET PUBLIC: ${about}`);
  }
  const lines = (of: ReadonlyMap<string, number>): string[] =>
    [...of]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, times]) => `  ${String(times).padStart(5)}  ${name}`);
  const injected = [...faults.injected.values()].reduce((sum, times) => sum + times, 0);
  say(
    [
      '',
      `${sent.length} replies:`,
      ...lines(counts),
      ...(unheard.size > 0 ? ['what those were told that never heard:', ...lines(unheard)] : []),
      `${injected} faults injected:`,
      ...lines(faults.injected),
      ...violations,
      violations.length === 0 ? 'The promise was kept.' : 'THE PROMISE WAS BROKEN.',
      '',
    ].join('\n'),
  );
  return violations.length === 0;
}
