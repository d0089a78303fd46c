import type { PunctualClient } from '../client.js';
import { dataOf } from '../errors.js';
import { exitCodes, type ExitCode } from './failures.js';
import { readPatiently } from './read-patiently.js';
import type { Post } from './show-post.js';
import type { Clock } from './surroundings.js';

/** How long a post may take after it is due. Four look-ups of an unclear response take 12 min 35 s. */
export const graceMsDefault = 20 * 60_000;
const pollMsMin = 1_000;
const pollMsMax = 30_000;

export interface WatchOptions {
  clock: Clock;
  /** How long to wait at most. Default: until `graceMsDefault` after the post is due. */
  timeoutMs?: number;
  /** Called with the post as it is at first, and after each change. */
  onChange?: (post: Post) => void;
}

export interface Watched {
  post: Post;
  exitCode: ExitCode;
}

/** Waits until a post can change no more by itself, or until the time is up. */
export async function watchPost(
  client: PunctualClient,
  post: Post,
  { clock, timeoutMs, onChange = () => undefined }: WatchOptions,
): Promise<Watched> {
  const startMs = clock.nowMs();
  let current = post;
  onChange(current);
  for (;;) {
    const exitCode = endOf(current);
    if (exitCode !== null) return { post: current, exitCode };
    const dueMs = Math.max(startMs, Date.parse(current.scheduledAt ?? '') || 0);
    const endMs = timeoutMs === undefined ? dueMs + graceMsDefault : startMs + timeoutMs;
    const leftMs = endMs - clock.nowMs();
    if (leftMs <= 0) return { post: current, exitCode: exitCodes.timedOut };
    await clock.sleep(Math.min(pollMsOf(dueMs - clock.nowMs()), leftMs));
    const reading = dataOf(client.GET('/posts/{id}', { params: { path: { id: post.id } } }));
    const next = (await readPatiently(reading)) ?? current;
    if (stateOf(next) !== stateOf(current)) onChange(next);
    current = next;
  }
}

/** The longer a post still waits, the less often it is read. */
const pollMsOf = (untilDueMs: number): number => Math.min(Math.max(untilDueMs / 10, pollMsMin), pollMsMax);

/** How the wait for a post ends. Null: the post has yet to be published, or waits for an approval. */
export function endOf({ status, targets }: Post): ExitCode | null {
  switch (status) {
    case 'PUBLISHED':
      return exitCodes.done;
    case 'FAILED':
    case 'PARTIALLY_PUBLISHED':
      return targets.some(isUnconfirmed) ? exitCodes.unconfirmed : exitCodes.notPublished;
    case 'CANCELED':
    case 'DRAFT':
      return exitCodes.withdrawn;
    default:
      return null;
  }
}

/** Whether it is unknown if a target is public. Then the post must not simply be sent again. */
const isUnconfirmed = ({ status, errorCode }: Post['targets'][number]): boolean =>
  status === 'FAILED' && errorCode === 'PUBLISH_UNCONFIRMED';

/** The part of a post that is shown while it is watched. */
const stateOf = ({ status, scheduledAt, targets }: Post): string =>
  JSON.stringify([
    status,
    scheduledAt,
    targets.map((target) => [target.status, target.errorCode, target.externalUrl]),
  ]);

/** Says why the wait for a post ended, unless the post says so itself. */
export function endNote({ post, exitCode }: Watched): string | null {
  switch (exitCode) {
    case exitCodes.unconfirmed:
      return 'The platform gave no clear response, and nobody knows whether the post is public there. Look before you publish it again: docs/troubleshooting.md says how.';
    case exitCodes.timedOut:
      return `Stopped waiting while the post is ${post.status}. To go on, run: punctual posts watch ${post.id}`;
    case exitCodes.withdrawn:
      return `The post is ${post.status}, so it will not be published.`;
    default:
      return null;
  }
}
