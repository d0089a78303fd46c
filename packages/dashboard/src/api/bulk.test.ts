import { describe, expect, it } from 'vitest';
import { changePosts, type Outcome } from './bulk.js';
import { ApiError, AwayError } from './errors.js';

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `post_${index}`);
const done = (postIds: string[]): Outcome[] => postIds.map((postId) => ({ postId, error: null }));
const fault = (status: number, body: object = {}) => new ApiError(status, body, null);

/** Returns one answer for each call, and records the keys, the numbers of posts and the waits. */
function scripted(answers: ((postIds: string[]) => Outcome[] | Error)[]) {
  const calls: { key: string; posts: number }[] = [];
  const waits: number[] = [];
  return {
    calls,
    waits,
    send: (_change: unknown, postIds: string[], key: string) => {
      calls.push({ key, posts: postIds.length });
      const answer = answers[calls.length - 1]?.(postIds) ?? done(postIds);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    wait: (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    },
  };
}

describe('a change of many posts', () => {
  it('is sent in parts with a key for each, and reports its progress', async () => {
    const { send, wait, calls } = scripted([]);
    const told: number[] = [];
    const outcomes = await changePosts({ action: 'cancel' }, ids(120), {
      send,
      wait,
      onDone: (count) => told.push(count),
    });
    expect(outcomes).toHaveLength(120);
    expect(calls.map(({ posts }) => posts)).toEqual([50, 50, 20]);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(3);
    expect(told).toEqual([50, 100, 120]);
  });

  it('is repeated with the same key after a lost response, and while the service has not reached all posts', async () => {
    const { send, wait, calls } = scripted([
      () => new AwayError('away'),
      ([first = '', ...rest]) => [...done([first]), ...rest.map((postId) => ({ postId, error: fault(503) }))],
    ]);
    const outcomes = await changePosts({ action: 'retry' }, ids(3), { send, wait });
    expect(outcomes).toEqual(done(ids(3)));
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  });

  it('waits as long as the rate limit says', async () => {
    const { send, wait, waits } = scripted([() => fault(429, { retryAfterMs: 7_000 })]);
    await changePosts({ action: 'cancel' }, ids(1), { send, wait });
    expect(waits).toEqual([7_000]);
  });

  it('reports the error of a part that cannot be sent, and continues with the next part', async () => {
    const refused = fault(403, { code: 'FEATURE_NOT_AVAILABLE' });
    const { send, wait, calls, waits } = scripted([() => refused]);
    const outcomes = await changePosts({ action: 'approve' }, ids(60), { send, wait });
    expect(outcomes.filter(({ error }) => error === refused)).toHaveLength(50);
    expect(calls).toHaveLength(2);
    expect(waits).toEqual([]);
  });

  it('gives up after some tries', async () => {
    const { send, wait, calls } = scripted(Array.from({ length: 9 }, () => () => new AwayError('away')));
    const [outcome] = await changePosts({ action: 'cancel' }, ids(1), { send, wait });
    expect(outcome?.error).toBeInstanceOf(AwayError);
    expect(calls).toHaveLength(5);
  });
});
