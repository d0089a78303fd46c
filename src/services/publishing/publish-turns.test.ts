import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DueClock } from '../shared/clocks/due-clock.js';
import type { PublishEntry, PublishTurn, TurnedAway, TurnsOptions } from './publish-turn.js';
import { createPublishTurns } from './publish-turns.js';

const clock: DueClock = {
  nowMs: () => Date.now(),
  dueNow: () => null,
  note: () => undefined,
};
const options: TurnsOptions = {
  heldMax: 10,
  claimsAtOnceMax: 1,
  claimsPerWorkspaceMax: 10,
  callsPerAccountMax: 2,
  waitingPerAccountMax: 10,
};

function open(more: Partial<TurnsOptions> = {}) {
  const turns = createPublishTurns(clock, { ...options, ...more });
  const reported: string[] = [];
  const waits: [name: string, waitMs: number][] = [];
  const under = new Map<string, PublishTurn>();
  let created = 0;
  return {
    turns,
    told: reported,
    waits,
    /** Queues the next post of the account, with a name made of the account and a number. */
    come: (
      name: string,
      {
        inMs = 0,
        workspaceId = 'one',
        signal,
      }: { inMs?: number; workspaceId?: string; signal?: AbortSignal } = {},
    ): Promise<void> => {
      created += 1;
      const entry: PublishEntry = {
        dueMs: Date.now() + inMs,
        workflowNowMs: 0,
        createdMs: created,
        workspaceId,
        accountId: name.slice(0, 1),
      };
      return turns.take(entry, signal).then(
        (answer: PublishTurn | TurnedAway) => {
          if ('reason' in answer) {
            reported.push(`${name} ${answer.reason}`);
            waits.push([name, answer.waitMs]);
          } else {
            reported.push(name);
            under.set(name, answer);
          }
        },
        () => void reported.push(`${name} gave up`),
      );
    },
    claimed: (name: string) => under.get(name)?.claimed(),
    done: (name: string) => under.get(name)?.done(),
    /** Each post claims and ends as soon as it has its turn. */
    run: async (): Promise<void> => {
      for (let index = 0; index < reported.length; index += 1) {
        under.get(reported[index] ?? '')?.done();
        await vi.advanceTimersByTimeAsync(0);
      }
    },
  };
}

const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the turns of publishing calls', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('hold a call until it is due, and not longer', async () => {
    const { come, told } = open();
    void come('a1', { inMs: 500 });
    await passMs(499);
    expect(told).toEqual([]);
    await passMs(1);
    expect(told).toEqual(['a1']);
  });

  it('alternate between workspaces, however many calls each has waiting', async () => {
    const { come, told, run } = open();
    for (const name of ['a1', 'b1', 'c1', 'd1']) void come(name, { inMs: 100, workspaceId: 'many' });
    void come('x1', { inMs: 100, workspaceId: 'few' });
    await passMs(100);
    await run();
    expect(told).toEqual(['a1', 'x1', 'b1', 'c1', 'd1']);
  });

  it('alternate between the accounts of a workspace', async () => {
    const { come, told, run } = open();
    for (const name of ['a1', 'a2', 'a3', 'b1']) void come(name, { inMs: 100 });
    await passMs(100);
    await run();
    expect(told).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('follow the due times of an account’s posts, then their creation', async () => {
    const { come, told, run } = open({ callsPerAccountMax: 1 });
    void come('a-later', { inMs: 200 });
    void come('a-first', { inMs: 100 });
    void come('a-second', { inMs: 100 });
    await passMs(200);
    await run();
    expect(told).toEqual(['a-first', 'a-second', 'a-later']);
  });

  it('allow at most two calls of an account at once, and let calls of others go ahead', async () => {
    const { come, told, claimed, done } = open({ claimsAtOnceMax: 5 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) void come(name);
    await passMs(0);
    // The second one waits until the first has claimed, so that they begin in order.
    expect(told).toEqual(['a1', 'b1']);
    claimed('a1');
    await passMs(0);
    expect(told).toEqual(['a1', 'b1', 'a2']);
    claimed('a2');
    await passMs(0);
    expect(told).toHaveLength(3);
    done('a2');
    await passMs(0);
    expect(told).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('limit the number of concurrent claims, while a running call delays no other', async () => {
    const { come, told, claimed } = open();
    for (const name of ['a1', 'b1', 'c1']) void come(name);
    await passMs(0);
    expect(told).toEqual(['a1']);
    claimed('a1');
    await passMs(0);
    expect(told).toEqual(['a1', 'b1']);
  });

  it('return the call that has waited longest if too many calls are held', async () => {
    const { come, told } = open({ heldMax: 2 });
    void come('a1', { inMs: 300 });
    void come('b1', { inMs: 100 });
    void come('c1', { inMs: 200 });
    void come('d1', { inMs: 400 });
    await passMs(0);
    expect(told).toEqual(['a1 FULL', 'd1 FULL']);
  });

  it('send away a call of the busiest account in the busiest workspace if all calls wait for the same time', async () => {
    const { come, told } = open({ heldMax: 4 });
    for (const name of ['a1', 'b1', 'b2', 'c1']) void come(name, { inMs: 5_000, workspaceId: 'many' });
    void come('x1', { inMs: 5_000, workspaceId: 'few' });
    await passMs(0);
    expect(told).toEqual(['b2 FULL']);
    void come('d1', { inMs: 5_000, workspaceId: 'many' });
    void come('y1', { inMs: 5_000, workspaceId: 'few' });
    await passMs(0);
    expect(told).toEqual(['b2 FULL', 'd1 FULL', 'c1 FULL']);
    void come('z1', { inMs: 5_000, workspaceId: 'few' });
    await passMs(0);
    expect(told.at(-1)).toBe('z1 FULL');
  });

  it('never return an earlier post in favor of a later one, however many posts its workspace has waiting', async () => {
    const { come, told } = open({ heldMax: 2 });
    for (const name of ['a1', 'b1']) void come(name, { inMs: 5_000, workspaceId: 'many' });
    void come('x1', { inMs: 7_000, workspaceId: 'few' });
    await passMs(0);
    expect(told).toEqual(['x1 FULL']);
  });

  it('return calls for which there is no room, with times to retry after the held calls', async () => {
    const { come, waits } = open({ heldMax: 1 });
    for (const name of ['a1', 'b1', 'c1', 'd1']) void come(name, { inMs: 5_000 });
    await passMs(0);
    expect(waits.map(([name]) => name)).toEqual(['b1', 'c1', 'd1']);
    expect(waits.map(([, waitMs]) => waitMs)).toEqual([5_500, 5_520, 5_540]);
  });

  it('space the retry times of returned calls by the measured pace of this process', async () => {
    const { come, told, waits, done } = open({ heldMax: 0, claimsAtOnceMax: 1 });
    const due = Array.from({ length: 400 }, (_none, number) => `${String.fromCharCode(200 + number)}1`);
    for (const name of due) void come(name);
    for (const name of due) {
      await passMs(100);
      done(name);
    }
    await passMs(0);
    expect(told).toHaveLength(400);
    for (const name of ['a1', 'b1']) void come(name, { inMs: 60_000 });
    await passMs(0);
    const [first = 0, second = 0] = waits.map(([, waitMs]) => waitMs);
    expect(second - first).toBeGreaterThan(90);
    expect(second - first).toBeLessThanOrEqual(100);
  });

  it('return a call to be retried before its due time if the held calls are due sooner', async () => {
    const { come, waits } = open({ heldMax: 1 });
    void come('a1', { inMs: 5_000 });
    void come('b1', { inMs: 50_000 });
    await passMs(0);
    expect(waits).toEqual([['b1', 5_000]]);
  });

  it('hold at most as many calls of an account as may wait for their turn', async () => {
    const { come, told, waits } = open({ waitingPerAccountMax: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void come(name, { inMs: 10_000 });
    await passMs(0);
    expect(told).toEqual(['a3 ACCOUNT_BUSY', 'a4 ACCOUNT_BUSY']);
    // By then the two posts before them should have ended, after 100 ms each.
    expect(waits.map(([, waitMs]) => waitMs)).toEqual([10_200, 10_300]);
  });

  it('do not count the pause between two calls as a call, so that calls may retry just as early', async () => {
    const { come, waits, done } = open({ waitingPerAccountMax: 2 });
    void come('a1');
    void come('a-held', { inMs: 60_000 });
    await passMs(0);
    done('a1');
    await passMs(30_000);
    void come('a2');
    await passMs(0);
    done('a2');
    for (const name of ['a3', 'a4']) void come(name, { inMs: 30_000 });
    await passMs(0);
    expect(waits).toEqual([['a4', 30_200]]);
  });

  it('hold fewer calls of an account if its calls are slow, so that none waits longer than an activity may', async () => {
    const { come, told, done } = open({ callsPerAccountMax: 1 });
    for (let number = 1; number <= 6; number += 1) void come(`a${number}`);
    await passMs(0);
    for (const name of ['a1', 'a2', 'a3']) {
      await passMs(60_000);
      done(name);
      await passMs(0);
    }
    expect(told).toEqual(['a1', 'a2', 'a3', 'a4']);
    void come('a7');
    await passMs(0);
    expect(told.at(-1)).toBe('a7 ACCOUNT_BUSY');
  });

  it('accept a call that is due even if there is no room', async () => {
    const { come, told } = open({ heldMax: 0 });
    void come('a1');
    await passMs(0);
    expect(told).toEqual(['a1']);
  });

  it('return the waiting calls on shutdown, and let due ones through', async () => {
    const { come, told, turns, done } = open();
    for (const [name, inMs] of [
      ['a1', 0],
      ['b1', 0],
      ['c1', 50],
    ] as const)
      void come(name, { inMs });
    turns.close();
    await passMs(0);
    expect(told).toEqual(['a1', 'c1 CLOSING']);
    done('a1');
    void come('d1', { inMs: 50 });
    await passMs(0);
    expect(told).toEqual(['a1', 'c1 CLOSING', 'b1', 'd1 CLOSING']);
  });

  it('remove a call that gives up waiting', async () => {
    const { come, told } = open();
    const stop = new AbortController();
    void come('a1', { inMs: 100, signal: stop.signal });
    void come('a2', { inMs: 100 });
    stop.abort();
    await passMs(100);
    expect(told).toEqual(['a1 gave up', 'a2']);
  });

  it('are idle if no due call waits for another call, or after two seconds', async () => {
    const { come, turns, claimed } = open();
    const calmed: string[] = [];
    await turns.untilCalm();
    for (const name of ['a1', 'b1', 'c1']) void come(name);
    void come('d1', { inMs: 60_000 });
    void turns.untilCalm().then(() => calmed.push('in time'));
    await passMs(0);
    claimed('a1');
    await passMs(0);
    expect(calmed).toEqual([]);
    claimed('b1');
    await passMs(0);
    expect(calmed).toEqual(['in time']);
    for (const name of ['e1', 'f1']) void come(name);
    void turns.untilCalm().then(() => calmed.push('after a while'));
    await passMs(1_999);
    expect(calmed).toHaveLength(1);
    await passMs(1);
    expect(calmed).toEqual(['in time', 'after a while']);
  });

  it('wake a call that is held behind a due one, whatever other calls arrive', async () => {
    const { come, told, done } = open({ callsPerAccountMax: 1 });
    void come('a1');
    void come('a-held', { inMs: 100 });
    void come('a2');
    await passMs(0);
    done('a1');
    await passMs(0);
    done('a2');
    await passMs(100);
    expect(told).toEqual(['a1', 'a2', 'a-held']);
  });

  it('keep holding a call if the end of an earlier one of its account is reported twice', async () => {
    const { come, told, done } = open();
    void come('a1');
    await passMs(0);
    done('a1');
    void come('a2', { inMs: 100 });
    done('a1');
    await passMs(100);
    expect(told).toEqual(['a1', 'a2']);
  });

  it('return due calls beyond the limit of their account, the last ones first, and keep those of others', async () => {
    const { come, told } = open({ waitingPerAccountMax: 2, callsPerAccountMax: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void come(name, { inMs: 100 });
    await passMs(100);
    expect(told).toEqual(['a3 ACCOUNT_BUSY', 'a4 ACCOUNT_BUSY', 'a1']);
  });

  it('reserve a claim slot for other workspaces', async () => {
    const { come, told } = open({ claimsAtOnceMax: 3, claimsPerWorkspaceMax: 2 });
    for (const name of ['a1', 'b1', 'c1']) void come(name, { workspaceId: 'locked' });
    void come('x1', { workspaceId: 'other' });
    await passMs(0);
    expect(told).toEqual(['a1', 'b1', 'x1']);
  });
});
