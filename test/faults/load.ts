import { setTimeout as delay } from 'node:timers/promises';
import { sendAhead } from '../harness/send-ahead.js';
import type { ApiAnswer, ApiClient } from './api-client.js';
import { changeKinds, changePost, count, type AcceptedPost, type Change, type Counts } from './changes.js';
import type { Account } from './fault-stack.js';
import type { Random } from './random.js';

const answerTimeoutMs = 120_000;
const soonestMs = 700;
/** This many consecutive posts have the same text and accounts. */
const equalPosts = 3;

export interface Load {
  accepted: AcceptedPost[];
  /** The refused creations by code. A refusal promises nothing. */
  refused: Counts;
  /** The number of creations that never got a response, although they were repeated until everything was up again. */
  unanswered: number;
  changes: Counts;
}

export interface LoadOptions {
  client: ApiClient;
  accounts: Account[];
  /** Accounts that new posts do not use. */
  left: ReadonlyMap<string, unknown>;
  random: Random;
  runId: string;
  postsPerSecond: number;
  durationMs: number;
}

export function emptyLoad(): Load {
  return { accepted: [], refused: new Map(), unanswered: 0, changes: new Map() };
}

/** Creates posts of every kind at an even pace, and changes some. Resolves when every request has a response. */
export async function runLoad(load: Load, options: LoadOptions): Promise<void> {
  const work: Promise<void>[] = [];
  const startMs = performance.now();
  const stepMs = 1_000 / options.postsPerSecond;
  const draw = createDrawer(options);
  for (let number = 0; number * stepMs < options.durationMs; number += 1) {
    await delay(Math.max(0, startMs + number * stepMs - performance.now()));
    // The changes are drawn here, in order, so that they depend on the seed and not on the speed of responses.
    work.push(createPost(load, options, draw(number)));
  }
  await Promise.all(work);
}

interface Draft {
  /** The reference is unique to this post. */
  reference: string;
  marker: string;
  isEqual: boolean;
  dueMs: number;
  platforms: (Account['entry'] & { firstComment?: string })[];
  change: (Change & { afterMs: number }) | null;
}

function createDrawer({ accounts, left, random, runId }: LoadOptions): (number: number) => Draft {
  let equal: Pick<Draft, 'marker' | 'platforms'> | undefined;
  let equalLeft = 0;
  const drawContent = (marker: string): Pick<Draft, 'marker' | 'platforms'> => {
    const drawn = new Set<Account>();
    const wanted = random.pick([1, 2, 3, 3] as const);
    while (drawn.size < wanted) {
      const [first, ...rest] = accounts.filter(({ id }) => !left.has(id));
      if (first !== undefined) drawn.add(random.pick([first, ...rest]));
    }
    const firstComment = random.chance(0.2) ? `${marker} comment` : undefined;
    const platforms = [...drawn].map(({ entry, takesComments }) => ({
      ...entry,
      ...(firstComment && takesComments && { firstComment }),
    }));
    return { marker, platforms };
  };
  return (number) => {
    const reference = `${runId}-${number}`;
    if (equal?.platforms.some(({ accountId }) => left.has(accountId))) equalLeft = 0;
    if (equalLeft === 0 && random.chance(0.06)) {
      equal = drawContent(`${reference}-equal`);
      equalLeft = equalPosts;
    }
    const isEqual = equalLeft > 0 && equal !== undefined;
    if (isEqual) equalLeft -= 1;
    const content = isEqual && equal !== undefined ? equal : drawContent(reference);
    const isSoon = random.chance(0.4);
    const dueMs = Date.now() + (isSoon ? soonestMs : random.between(2_000, 15_000));
    const isChanged = random.chance(0.25);
    const kind = random.pick(changeKinds);
    const change = { kind, afterMs: random.between(0, 8_000), byMs: random.between(1_500, 10_000) };
    // Equal texts must stay equal, so that they can be counted.
    const isLeft = !isChanged || (isEqual && kind === 'edit');
    return { reference, ...content, isEqual, dueMs, change: isLeft ? null : change };
  };
}

async function createPost(load: Load, options: LoadOptions, draft: Draft): Promise<void> {
  const { marker, change, isEqual } = draft;
  const { client } = options;
  const text = `${marker} as scheduled`;
  const fromMs = Date.now();
  const answer = await create(options, draft, text);
  if (answer === undefined) {
    load.unanswered += 1;
    return;
  }
  if (answer.post === undefined) {
    count(load.refused, answer.code ?? String(answer.status));
    return;
  }
  const created = { fromMs, toMs: Date.now() };
  const accepted: AcceptedPost = {
    marker,
    isEqual,
    post: answer.post,
    created,
    text,
    cancelAsked: false,
    deleteAsked: false,
    changes: [],
  };
  load.accepted.push(accepted);
  if (change === null) return;
  await delay(change.afterMs);
  await changePost(client, accepted, change, load.changes);
}

function create(
  { client }: LoadOptions,
  { platforms, dueMs, reference }: Draft,
  text: string,
): Promise<ApiAnswer | undefined> {
  return sendAhead(soonestMs, (soonest) => {
    const body = {
      content: text,
      platforms,
      scheduledFor: new Date(Math.max(dueMs, Date.parse(soonest))).toISOString(),
      // All repeats of the request refer to the same post.
      clientReferenceId: reference,
    };
    return client.untilAnswered('POST', '/posts', () => body, answerTimeoutMs);
  });
}
