import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DueClock } from '../shared/due-clock.js';
import {
  createPublishTurns,
  type PublishEntry,
  type PublishTurn,
  type TurnedAway,
  type TurnsOptions,
} from './publish-turns.js';

const clock: DueClock = {
  nowMs: () => Date.now(),
  decidingNow: () => null,
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
  const told: string[] = [];
  const waits: [name: string, waitMs: number][] = [];
  const under = new Map<string, PublishTurn>();
  let created = 0;
  return {
    turns,
    told,
    waits,
    /** Comes with the name of its account, and a number. */
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
            told.push(`${name} ${answer.reason}`);
            waits.push([name, answer.waitMs]);
          } else {
            told.push(name);
            under.set(name, answer);
          }
        },
        () => void told.push(`${name} gave up`),
      );
    },
    claimed: (name: string) => under.get(name)?.claimed(),
    done: (name: string) => under.get(name)?.done(),
    /** Each claims and ends as soon as it has its turn. */
    run: async (): Promise<void> => {
      for (let index = 0; index < told.length; index += 1) {
        under.get(told[index] ?? '')?.done();
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

  it('take workspaces in turns, whatever each has waiting', async () => {
    const { come, told, run } = open();
    for (const name of ['a1', 'b1', 'c1', 'd1']) void come(name, { inMs: 100, workspaceId: 'many' });
    void come('x1', { inMs: 100, workspaceId: 'few' });
    await passMs(100);
    await run();
    expect(told).toEqual(['a1', 'x1', 'b1', 'c1', 'd1']);
  });

  it('take the accounts of a workspace in turns', async () => {
    const { come, told, run } = open();
    for (const name of ['a1', 'a2', 'a3', 'b1']) void come(name, { inMs: 100 });
    await passMs(100);
    await run();
    expect(told).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('let the posts of an account go in the order of their times, then of their creation', async () => {
    const { come, told, run } = open({ callsPerAccountMax: 1 });
    void come('a-later', { inMs: 200 });
    void come('a-first', { inMs: 100 });
    void come('a-second', { inMs: 100 });
    await passMs(200);
    await run();
    expect(told).toEqual(['a-first', 'a-second', 'a-later']);
  });

  it('make no more than two calls of an account at once, and others pass them', async () => {
    const { come, told, claimed, done } = open({ claimsAtOnceMax: 5 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) void come(name);
    await passMs(0);
    // The second one waits until the first has claimed, so that they begin in their order.
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

  it('let only so many claim at once; a call under way holds up nobody', async () => {
    const { come, told, claimed } = open();
    for (const name of ['a1', 'b1', 'c1']) void come(name);
    await passMs(0);
    expect(told).toEqual(['a1']);
    claimed('a1');
    await passMs(0);
    expect(told).toEqual(['a1', 'b1']);
  });

  it('where too many are held, whoever has longest to wait comes again later', async () => {
    const { come, told } = open({ heldMax: 2 });
    void come('a1', { inMs: 300 });
    void come('b1', { inMs: 100 });
    void come('c1', { inMs: 200 });
    void come('d1', { inMs: 400 });
    await passMs(0);
    expect(told).toEqual(['a1 FULL', 'd1 FULL']);
  });

  it('where all wait for the same time, the workspace and then the account with most places gives way', async () => {
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

  it('nobody gives way to a post that is due later, however many places his workspace has', async () => {
    const { come, told } = open({ heldMax: 2 });
    for (const name of ['a1', 'b1']) void come(name, { inMs: 5_000, workspaceId: 'many' });
    void come('x1', { inMs: 7_000, workspaceId: 'few' });
    await passMs(0);
    expect(told).toEqual(['x1 FULL']);
  });

  it('whoever finds no room comes back after the time of those that have it, each a little later', async () => {
    const { come, waits } = open({ heldMax: 1 });
    for (const name of ['a1', 'b1', 'c1', 'd1']) void come(name, { inMs: 5_000 });
    await passMs(0);
    expect(waits.map(([name]) => name)).toEqual(['b1', 'c1', 'd1']);
    expect(waits.map(([, waitMs]) => waitMs)).toEqual([5_500, 5_520, 5_540]);
  });

  it('whoever finds no room comes back before its time where those that have it are due sooner', async () => {
    const { come, waits } = open({ heldMax: 1 });
    void come('a1', { inMs: 5_000 });
    void come('b1', { inMs: 50_000 });
    await passMs(0);
    expect(waits).toEqual([['b1', 5_000]]);
  });

  it('hold no more of an account than may wait for their turn', async () => {
    const { come, told, waits } = open({ waitingPerAccountMax: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void come(name, { inMs: 10_000 });
    await passMs(0);
    expect(told).toEqual(['a3 ACCOUNT_BUSY', 'a4 ACCOUNT_BUSY']);
    // When the two before them should be out, 100 ms each.
    expect(waits.map(([, waitMs]) => waitMs)).toEqual([10_200, 10_300]);
  });

  it('a pause between two calls is no call: a crowd comes back as soon as without it', async () => {
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

  it('fewer of an account wait where its calls are slow, so that nobody waits for longer than an activity may', async () => {
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

  it('what is due needs no room', async () => {
    const { come, told } = open({ heldMax: 0 });
    void come('a1');
    await passMs(0);
    expect(told).toEqual(['a1']);
  });

  it('closing, send away what waits, and let go what is due', async () => {
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

  it('forget who gives up waiting', async () => {
    const { come, told } = open();
    const stop = new AbortController();
    void come('a1', { inMs: 100, signal: stop.signal });
    void come('a2', { inMs: 100 });
    stop.abort();
    await passMs(100);
    expect(told).toEqual(['a1 gave up', 'a2']);
  });

  it('are calm once nobody who is due waits for one, or after two seconds', async () => {
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

  it('wake who is held behind a call that is due, whoever else comes or does not', async () => {
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

  it('keep who is held where an earlier call of the account is said to be over twice', async () => {
    const { come, told, done } = open();
    void come('a1');
    await passMs(0);
    done('a1');
    void come('a2', { inMs: 100 });
    done('a1');
    await passMs(100);
    expect(told).toEqual(['a1', 'a2']);
  });

  it('send away what is due beyond the places of its account, the last ones first, and keep those of others', async () => {
    const { come, told } = open({ waitingPerAccountMax: 2, callsPerAccountMax: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void come(name, { inMs: 100 });
    await passMs(100);
    expect(told).toEqual(['a3 ACCOUNT_BUSY', 'a4 ACCOUNT_BUSY', 'a1']);
  });

  it('leave a place to claim to other workspaces', async () => {
    const { come, told } = open({ claimsAtOnceMax: 3, claimsPerWorkspaceMax: 2 });
    for (const name of ['a1', 'b1', 'c1']) void come(name, { workspaceId: 'locked' });
    void come('x1', { workspaceId: 'other' });
    await passMs(0);
    expect(told).toEqual(['a1', 'b1', 'x1']);
  });
});
