import type { components } from './api-types.js';
import { ownClock, type Clock } from './clock.js';
import type { PunctualClient } from './client.js';
import { dataOf } from './errors.js';
import { readPatiently } from './patience.js';

type Post = components['schemas']['Post'];

/** How long a post may take after it is due. Four look-ups of an unclear response take 12 min 35 s. */
export const graceMsDefault = 20 * 60_000;
const pollMsMin = 1_000;
const pollMsMax = 30_000;

/**
 * The end of a post. An unconfirmed post may be public on an account, so it must not simply be sent again. A withdrawn
 * post is a draft or canceled.
 */
export type PostEnding = 'published' | 'failed' | 'unconfirmed' | 'withdrawn';

/** Says how a post has ended. Null: it has yet to be published, or waits for an approval. */
export function endingOf({ status, targets }: Pick<Post, 'status' | 'targets'>): PostEnding | null {
  switch (status) {
    case 'PUBLISHED':
      return 'published';
    case 'FAILED':
    case 'PARTIALLY_PUBLISHED':
      return targets.some(isUnconfirmed) ? 'unconfirmed' : 'failed';
    case 'CANCELED':
    case 'DRAFT':
      return 'withdrawn';
    default:
      return null;
  }
}

const isUnconfirmed = ({ status, errorCode }: Post['targets'][number]): boolean =>
  status === 'FAILED' && errorCode === 'PUBLISH_UNCONFIRMED';

export interface WaitOptions {
  /** How long to wait at most. Default: until 20 minutes after the post is due. */
  timeoutMs?: number;
  /** Called with the post at first, and after each change. */
  onChange?: (post: Post) => void;
  signal?: AbortSignal;
  /** Replaces the time, for tests. */
  clock?: Clock;
}

/** The time limit passed before the post had a final status. It may still be published. */
export class WaitTimedOut extends Error {
  override readonly name = 'WaitTimedOut';
  readonly post: Post;

  constructor(post: Post) {
    super(`The post ${post.id} is still ${post.status}.`);
    this.post = post;
  }
}

/**
 * Waits until a post has ended, and returns it: published, failed, unconfirmed, canceled, or a draft again. If the
 * server is unreachable for a while, it keeps waiting. Throws `WaitTimedOut` if the time is up.
 */
export async function waitForPost(
  client: PunctualClient,
  post: Post | string,
  { timeoutMs, onChange = () => undefined, signal, clock = ownClock }: WaitOptions = {},
): Promise<Post> {
  const id = typeof post === 'string' ? post : post.id;
  const init = { params: { path: { id } }, ...(signal !== undefined && { signal }) };
  const startMs = clock.nowMs();
  let current = typeof post === 'string' ? await dataOf(client.GET('/posts/{id}', init)) : post;
  onChange(current);
  while (endingOf(current) === null) {
    const dueMs = Math.max(startMs, Date.parse(current.scheduledAt ?? '') || 0);
    const endMs = timeoutMs === undefined ? dueMs + graceMsDefault : startMs + timeoutMs;
    const leftMs = endMs - clock.nowMs();
    if (leftMs <= 0) throw new WaitTimedOut(current);
    await clock.sleep(Math.min(pollMsOf(dueMs - clock.nowMs()), leftMs), signal);
    const reading = dataOf(client.GET('/posts/{id}', init));
    const delayMsMax = Math.max(0, endMs - clock.nowMs());
    const next = (await readPatiently(reading, { clock, delayMsMax })) ?? current;
    if (stateOf(next) !== stateOf(current)) onChange(next);
    current = next;
  }
  return current;
}

/** The farther the time of the post is away, before or after it, the less often the post is read. */
export const pollMsOf = (untilDueMs: number): number =>
  Math.min(Math.max(Math.abs(untilDueMs) / 10, pollMsMin), pollMsMax);

/** The part of a post that is shown while it is watched. */
const stateOf = ({ status, scheduledAt, targets }: Post): string =>
  JSON.stringify([
    status,
    scheduledAt,
    targets.map((target) => [target.status, target.errorCode, target.externalUrl]),
  ]);
