import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient, ApiPost } from './api-client.js';
import type { Random } from './random.js';
import type { Span } from './restore.js';

const answerTimeoutMs = 120_000;
/** Some changes arrive with the lost response, others during the look-up. */
const whileOpenMsMax = 12_000;
const retryPauseMs = 4_000;
const retriesAtOnce = 5;

export const changeKinds = ['cancel', 'cancel-twice', 'reschedule', 'edit', 'delete'] as const;
export type ChangeKind = (typeof changeKinds)[number] | 'retry';

export interface Change {
  kind: ChangeKind;
  /** How far a new time is in the future. */
  byMs: number;
}

/** A post that an API has accepted, with the changes of its author. */
export interface AcceptedPost {
  /** The first word of its texts. Only posts with equal texts share it. */
  marker: string;
  isEqual: boolean;
  post: ApiPost;
  /** The time from the first try of its creation to the response. */
  created: Span;
  /** The text that it must have; null if an edit got no clear response. */
  text: string | null;
  cancelAsked: boolean;
  deleteAsked: boolean;
  /** Changes that were accepted, or may have been. */
  changes: (Span & { kind: ChangeKind })[];
}

export type Counts = Map<string, number>;

export function count(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Requests a change, and records what its response promises. */
export async function changePost(
  client: ApiClient,
  accepted: AcceptedPost,
  change: Change,
  counts: Counts,
): Promise<void> {
  const { kind } = change;
  const fromMs = Date.now();
  accepted.cancelAsked ||= kind === 'cancel' || kind === 'cancel-twice';
  const { status, tries } = await ask(client, accepted, change);
  const isAccepted = status !== undefined && status < 300;
  // A refusal after a lost try does not say whether that try was carried out.
  const isUnclear = status === undefined || (!isAccepted && tries > 1);
  if (isAccepted || isUnclear) accepted.changes.push({ kind, fromMs, toMs: Date.now() });
  accepted.deleteAsked ||= kind === 'delete' && (isAccepted || isUnclear);
  if (kind === 'edit' && isAccepted) accepted.text = editedText(accepted);
  if (kind === 'edit' && isUnclear) accepted.text = null;
  count(counts, `${kind} ${isAccepted ? 'accepted' : `answered ${status ?? 'nothing'}`}`);
}

const editedText = ({ marker }: AcceptedPost): string => `${marker} as edited`;

async function ask(
  client: ApiClient,
  accepted: AcceptedPost,
  { kind, byMs }: Change,
): Promise<{ status: number | undefined; tries: number }> {
  const path = `/posts/${accepted.post.id}`;
  const send = async (method: string, to: string, body?: () => object) => {
    const answer = await client.untilAnswered(method, to, body, answerTimeoutMs);
    return { status: answer?.status, tries: answer?.tries ?? 0 };
  };
  switch (kind) {
    case 'cancel-twice':
      // Sends the cancel to both APIs at the same time, and then once more to get a response.
      await Promise.all([0, 1].map((api) => client.once(api, 'POST', `${path}/cancel`)));
      return send('POST', `${path}/cancel`);
    case 'cancel':
    case 'retry':
      return send('POST', `${path}/${kind}`);
    case 'reschedule':
      return send('POST', `${path}/reschedule`, () => ({
        scheduledAt: new Date(Date.now() + byMs).toISOString(),
      }));
    case 'edit':
      return send('PATCH', path, () => ({ content: editedText(accepted) }));
    case 'delete':
      return send('DELETE', path);
  }
}

export interface OpenOutcomes {
  /** A call with this text is about to lose its response. Changes one of its possible posts, often at once. */
  lose: (text: string) => void;
  done: () => Promise<void>;
}

export function createOpenOutcomes(
  client: ApiClient,
  random: Random,
  { accepted, changes }: { accepted: AcceptedPost[]; changes: Counts },
): OpenOutcomes {
  const work: Promise<void>[] = [];
  return {
    lose: (text) => {
      const marker = text.split(' ', 1)[0];
      const post = accepted.find((each) => each.marker === marker);
      // Draws the change even if it is not used, so that later random choices do not depend on that.
      const kind = random.pick(changeKinds);
      const afterMs = random.chance(0.5) ? 0 : random.between(0, whileOpenMsMax);
      if (post === undefined || (kind === 'edit' && post.isEqual)) return;
      count(changes, 'while the outcome was open');
      const change = { kind, byMs: 2_000 };
      work.push(delay(afterMs).then(() => changePost(client, post, change, changes)));
    },
    done: async () => {
      await Promise.all(work);
    },
  };
}

export const isRetryable = ({ status }: ApiPost): boolean =>
  status === 'FAILED' || status === 'PARTIALLY_PUBLISHED';

/** Retries failed and unconfirmed targets until the time is up. */
export async function retryFailed(
  client: ApiClient,
  random: Random,
  { accepted, changes }: { accepted: AcceptedPost[]; changes: Counts },
  durationMs: number,
): Promise<void> {
  const endMs = performance.now() + durationMs;
  while (performance.now() < endMs) {
    await delay(retryPauseMs);
    for (let tried = 0; tried < retriesAtOnce; tried += 1) {
      const one = accepted[Math.floor(random.next() * accepted.length)];
      if (one === undefined || one.deleteAsked) continue;
      const answer = await client.once(tried, 'GET', `/posts/${one.post.id}`);
      if (answer?.post === undefined || !isRetryable(answer.post)) continue;
      await changePost(client, one, { kind: 'retry', byMs: 0 }, changes);
    }
  }
}
