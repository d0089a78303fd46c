import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient, ApiPost } from './api-client.js';
import type { Account } from './fault-stack.js';
import type { Random } from './random.js';

const answerTimeoutMs = 120_000;
const soonestMs = 700;

/** A post that an API has accepted, with what its author did to it since. */
export interface AcceptedPost {
  marker: string;
  post: ApiPost;
  /** What it must say; null where an edit got no clear answer. */
  text: string | null;
  cancelAsked: boolean;
}

export interface Load {
  accepted: AcceptedPost[];
  /** Creations that were refused, by code. Nothing was promised for them. */
  refused: Map<string, number>;
  /** Creations that never got an answer, although they were asked for until everything was up again. */
  unanswered: number;
  changes: Map<string, number>;
}

export interface LoadOptions {
  client: ApiClient;
  accounts: Account[];
  random: Random;
  runId: string;
  postsPerSecond: number;
  durationMs: number;
  /** Filled as posts are accepted, for those who want to see them meanwhile. */
  accepted: AcceptedPost[];
}

/** Creates posts of every kind at an even pace, and changes some of them. Ends when all has been answered. */
export async function runLoad(options: LoadOptions): Promise<Load> {
  const load: Load = { accepted: options.accepted, refused: new Map(), unanswered: 0, changes: new Map() };
  const work: Promise<void>[] = [];
  const startMs = performance.now();
  const stepMs = 1_000 / options.postsPerSecond;
  for (let number = 0; number * stepMs < options.durationMs; number += 1) {
    await delay(Math.max(0, startMs + number * stepMs - performance.now()));
    // Drawn here, in order, so that the seed decides them and not the speed of answers.
    work.push(createPost(load, options, drawPost(options, number)));
  }
  await Promise.all(work);
  return load;
}

interface Draft {
  marker: string;
  dueMs: number;
  platforms: { accountId: string; firstComment?: string }[];
  change: { kind: 'cancel' | 'cancel-twice' | 'reschedule' | 'edit'; afterMs: number; byMs: number } | null;
}

function drawPost({ accounts, random, runId }: LoadOptions, number: number): Draft {
  const marker = `${runId}-${number}`;
  const isSoon = random.chance(0.4);
  const dueMs = Date.now() + (isSoon ? soonestMs : random.between(2_000, 15_000));
  const drawn = new Set<Account>();
  const wanted = random.pick([1, 2, 3, 3] as const);
  while (drawn.size < wanted) {
    const [first, ...rest] = accounts;
    if (first !== undefined) drawn.add(random.pick([first, ...rest]));
  }
  const firstComment = random.chance(0.2) ? `${marker} comment` : undefined;
  const change = random.chance(0.25)
    ? {
        kind: random.pick(['cancel', 'cancel-twice', 'reschedule', 'edit'] as const),
        afterMs: random.between(0, 8_000),
        byMs: random.between(1_500, 10_000),
      }
    : null;
  const platforms = [...drawn].map(({ id }) => ({ accountId: id, ...(firstComment && { firstComment }) }));
  return { marker, dueMs, platforms, change };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

async function createPost(load: Load, { client }: LoadOptions, draft: Draft): Promise<void> {
  const { marker, platforms, change } = draft;
  const text = `${marker} as scheduled`;
  const answer = await client.untilAnswered(
    'POST',
    '/posts',
    () => ({
      content: text,
      platforms,
      scheduledFor: new Date(Math.max(draft.dueMs, Date.now() + soonestMs)).toISOString(),
      // The same post, however often it is asked for.
      clientReferenceId: marker,
    }),
    answerTimeoutMs,
  );
  if (answer === undefined) {
    load.unanswered += 1;
    return;
  }
  if (answer.post === undefined) {
    count(load.refused, answer.code ?? String(answer.status));
    return;
  }
  const accepted: AcceptedPost = { marker, post: answer.post, text, cancelAsked: false };
  load.accepted.push(accepted);
  if (change !== null) {
    await delay(change.afterMs);
    await changePost(load, client, accepted, change);
  }
}

async function changePost(
  load: Load,
  client: ApiClient,
  accepted: AcceptedPost,
  { kind, byMs }: NonNullable<Draft['change']>,
): Promise<void> {
  const path = `/posts/${accepted.post.id}`;
  const ask = (method: string, to: string, body?: () => object) =>
    client.untilAnswered(method, to, body, answerTimeoutMs);
  let status: number | undefined;
  accepted.cancelAsked = kind === 'cancel' || kind === 'cancel-twice';
  switch (kind) {
    case 'cancel-twice':
      // At both APIs at the same moment; then once more, for the answer.
      await Promise.all([0, 1].map((api) => client.once(api, 'POST', `${path}/cancel`)));
      status = (await ask('POST', `${path}/cancel`))?.status;
      break;
    case 'cancel':
      status = (await ask('POST', `${path}/cancel`))?.status;
      break;
    case 'reschedule': {
      const body = (): object => ({ scheduledAt: new Date(Date.now() + byMs).toISOString() });
      status = (await ask('POST', `${path}/reschedule`, body))?.status;
      break;
    }
    case 'edit': {
      const edited = `${accepted.marker} as edited`;
      const answer = await ask('PATCH', path, () => ({ content: edited }));
      if (answer?.status === 200) accepted.text = edited;
      // A refusal after a lost try does not tell whether that try was carried out.
      else if (answer === undefined || answer.tries > 1) accepted.text = null;
      status = answer?.status;
    }
  }
  count(load.changes, `${kind} ${status === 200 ? 'accepted' : `answered ${status ?? 'nothing'}`}`);
}
