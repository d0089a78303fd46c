import { describe, expect, it } from 'vitest';
import { createFairQueue, QueueFullError, type FairQueue } from './fair-queue.js';

/** Joins the queue and records which turns have begun. Calling the first of `ends` ends the oldest turn. */
function joiner(queue: FairQueue) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const join = (name: string, signal?: AbortSignal): Promise<void> =>
    queue.take(name.charAt(0), signal).then(
      (end) => {
        began.push(name);
        ends.push(end);
      },
      (error: unknown) => {
        if (!(error instanceof QueueFullError)) throw error;
        refused.push(name);
      },
    );
  /** Ends the oldest turn, so that the next one begins. */
  const next = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { began, refused, join, next };
}

describe('a fair queue', () => {
  it('gives turns to owners in rotation, however many entries each has', async () => {
    const { began, join, next } = joiner(createFairQueue({ slots: 1, waitingMax: 100 }));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void join(name);
    for (let turn = 0; turn < 7; turn += 1) await next();
    expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('never runs more turns than slots, and never more of one owner than allowed', async () => {
    const { began, join, next } = joiner(createFairQueue({ slots: 3, slotsPerOwnerMax: 2, waitingMax: 100 }));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void join(name);
    await new Promise(setImmediate);
    expect(began).toEqual(['a1', 'a2', 'b1']);
    await next();
    expect(began.slice(3)).toEqual(['a3']);
    await next();
    expect(began.slice(4)).toEqual(['c1']);
  });

  it('evicts an entry of the owner with the most entries when it is full', async () => {
    const { began, refused, join, next } = joiner(createFairQueue({ slots: 1, waitingMax: 3 }));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'a5']) void join(name);
    for (let turn = 0; turn < 6; turn += 1) await next();
    expect(began).toEqual(['a1', 'a2', 'b1', 'a3']);
    expect(refused.toSorted()).toEqual(['a4', 'a5']);
  });

  it('removes an entry that gives up waiting, and passes its turn to the next one', async () => {
    const { began, join, next } = joiner(createFairQueue({ slots: 1, waitingMax: 3 }));
    const leaving = new AbortController();
    void join('a1');
    const gone = join('b1', leaving.signal);
    void join('c1');
    leaving.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    await next();
    expect(began).toEqual(['a1', 'c1']);
  });

  it('frees a slot only once, however often the end of its turn is reported', async () => {
    const queue = createFairQueue({ slots: 1, waitingMax: 10 });
    const end = await queue.take('a');
    end();
    end();
    const { began, join } = joiner(queue);
    void join('a1');
    void join('b1');
    await new Promise(setImmediate);
    expect(began).toEqual(['a1']);
  });
});
