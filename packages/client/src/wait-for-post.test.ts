import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startLoopback, type Loopback } from '../testing/loopback.js';
import { replyOf, waitVectors } from '../testing/vectors.js';
import { isPunctualError } from './errors.js';
import { endingOf, pollMsOf, waitForPost, WaitTimedOut } from './wait-for-post.js';

let loopback: Loopback;
beforeEach(async () => {
  loopback = await startLoopback();
});
afterEach(() => loopback.close());

describe('waitForPost, as in every language', () => {
  it.each(waitVectors)('$name', async ({ timeoutMs, replies, waitsMs, outcome }) => {
    loopback.replies = replies.map(replyOf);
    const waited: number[] = [];
    const clock = { nowMs: () => 0, sleep: (delayMs: number) => Promise.resolve(void waited.push(delayMs)) };
    const client = loopback.client({ retry: { attemptsMax: 1 } });
    const ended = await waitForPost(client, 'post_1', { timeoutMs, clock }).then(
      (post) => endingOf(post),
      (error: unknown) => {
        if (error instanceof WaitTimedOut) return 'timed out';
        return isPunctualError(error) ? error.code : error;
      },
    );
    expect([ended, waited]).toEqual([outcome, waitsMs]);
    expect(loopback.received).toHaveLength(replies.length);
  });
});

describe('waitForPost', () => {
  const post = (status: string, more: object = {}) => ({
    id: 'post_1',
    status,
    scheduledAt: new Date(100_000).toISOString(),
    targets: [],
    ...more,
  });

  it('reads the post less often the further away its time is, and reports each change', async () => {
    let nowMs = 0;
    const waited: number[] = [];
    const sleep = (delayMs: number): Promise<void> => {
      waited.push(delayMs);
      nowMs += delayMs;
      return Promise.resolve();
    };
    loopback.replies = ['SCHEDULED', 'SCHEDULED', 'PUBLISHING', 'PUBLISHED'].map((status) => ({
      status: 200,
      body: post(status),
    }));
    const told: string[] = [];
    const onChange = ({ status }: { status: string }): void => void told.push(status);
    await waitForPost(loopback.client(), 'post_1', { onChange, clock: { nowMs: () => nowMs, sleep } });
    expect(waited).toEqual([10_000, 9_000, 8_100]);
    expect(told).toEqual(['SCHEDULED', 'PUBLISHING', 'PUBLISHED']);
    expect([pollMsOf(0), pollMsOf(-60_000), pollMsOf(3_600_000)]).toEqual([1_000, 6_000, 30_000]);
  });

  it('waits until 20 minutes after the time of the post if nothing else is said, and returns the post', async () => {
    let nowMs = 0;
    const sleep = (delayMs: number): Promise<void> => Promise.resolve(void (nowMs += delayMs));
    const busy = { status: 200, body: post('PUBLISHING') };
    loopback.replies = Array.from({ length: 500 }, () => busy);
    const waiting = waitForPost(loopback.client(), 'post_1', { clock: { nowMs: () => nowMs, sleep } });
    await expect(waiting).rejects.toMatchObject({ name: 'WaitTimedOut', post: { status: 'PUBLISHING' } });
    expect(nowMs).toBe(100_000 + 20 * 60_000);
  });

  it('ends when its signal is aborted', async () => {
    loopback.replies = [{ status: 200, body: post('SCHEDULED') }];
    const controller = new AbortController();
    const { signal } = controller;
    const onChange = (): void => controller.abort(new Error('enough'));
    await expect(waitForPost(loopback.client(), 'post_1', { signal, onChange })).rejects.toThrow('enough');
  });
});
