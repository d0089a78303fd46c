import type { components } from '../../../client/src/api-types.js';
import { pause } from '../lib/pause.js';
import { api, dataOf, newIdempotencyKey } from './client.js';
import { ApiError, isOutcomeUnknown } from './errors.js';

type Whole = components['schemas']['ChangePosts'];
type WithoutIds<Change> = Change extends unknown ? Omit<Change, 'postIds'> : never;
/** A change without the posts that get it. */
export type Change = WithoutIds<Whole>;

export interface Outcome {
  postId: string;
  /** Null if the post was changed. */
  error: Error | null;
}

/** Each post counts as a request, so the rate limits of an installation could refuse larger parts. */
export const partPostsMax = 50;
const triesMax = 5;
const firstWaitMs = 1_000;
/** The longest wait. The rate limit counts the requests of one minute, so it has ended by then. */
const waitMsMax = 65_000;
const tooManyRequests = 429;

type Send = (change: Change, postIds: string[], key: string, keepalive?: boolean) => Promise<Outcome[]>;

async function sendPart(
  change: Change,
  postIds: string[],
  key: string,
  keepalive = false,
): Promise<Outcome[]> {
  const { data } = await dataOf(
    api.POST('/posts/bulk', {
      params: { header: { 'Idempotency-Key': key } },
      body: { ...change, postIds },
      keepalive,
    }),
  );
  return data.map(({ postId, error }) => ({
    postId,
    error: error === null ? null : new ApiError(error.statusCode, error, null),
  }));
}

/**
 * Changes any number of posts, part by part, and returns an outcome for each. After a lost response, or if the service
 * did not reach all posts, a part is sent again with the same key, which changes none a second time.
 */
export async function changePosts(
  change: Change,
  postIds: readonly string[],
  options: { onDone?: (count: number) => void; send?: Send; wait?: (ms: number) => Promise<void> } = {},
): Promise<Outcome[]> {
  const { onDone, send = sendPart, wait = pause } = options;
  const outcomes: Outcome[] = [];
  for (let at = 0; at < postIds.length; at += partPostsMax) {
    const part = postIds.slice(at, at + partPostsMax);
    const key = newIdempotencyKey();
    outcomes.push(...(await patiently(part, () => send(change, part, key), wait)));
    onDone?.(outcomes.length);
  }
  return outcomes;
}

/** Changes at most `partPostsMax` posts while the page closes, with a request that outlives it. */
export const changePostsAtOnce = (change: Change, postIds: readonly string[]): Promise<unknown> =>
  sendPart(change, [...postIds], newIdempotencyKey(), true);

async function patiently(
  part: readonly string[],
  send: () => Promise<Outcome[]>,
  wait: (ms: number) => Promise<void>,
): Promise<Outcome[]> {
  for (let tries = 1; ; tries += 1) {
    const { outcomes, isRepeatable, waitMs } = await send().then(
      (sent) => ({
        outcomes: sent,
        isRepeatable: sent.some(({ error }) => isOutcomeUnknown(error)),
        waitMs: null,
      }),
      (error: Error) => ({
        outcomes: part.map((postId) => ({ postId, error })),
        isRepeatable: isOutcomeUnknown(error) || isTooMany(error),
        waitMs: error instanceof ApiError ? error.retryAfterMs : null,
      }),
    );
    const pauseMs = waitMs ?? firstWaitMs * 2 ** (tries - 1);
    if (!isRepeatable || tries === triesMax || pauseMs > waitMsMax) return outcomes;
    await wait(pauseMs);
  }
}

const isTooMany = (error: unknown): boolean => error instanceof ApiError && error.status === tooManyRequests;
