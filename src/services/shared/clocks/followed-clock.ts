import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../clock.js';
import type { Db } from '../../../db/client.js';
import type { Logger } from '../../../log.js';
import type { DueClock } from './due-clock.js';
import { readDatabaseTime } from './database-time.js';

const askEveryMs = 10_000;
/** The interval until the database has returned its time once. */
const askAgainMs = 1_000;
/** The number of queries per estimate. The fastest one gives the best estimate. */
const questions = 3;
/**
 * A jump of the machine's clock by more than this means that it was set, or the machine suspended. The estimate may
 * then be outdated.
 */
const jumpMsMin = 1_000;

/** The clock of every service: the database's, as soon as its time is known. */
export interface FollowedClock extends Clock {
  aheadMs: () => number | null;
  /** Resolves once the database's time is known. Keeps asking until the signal, so that the estimate stays accurate. */
  follow: (signal: AbortSignal) => Promise<void>;
}

interface FollowedClockOptions {
  db: Db;
  log: Logger;
  /** The clock that stores the estimate, which publishing improves as well. */
  dueClock: DueClock;
  /** The machine's own clock. */
  own: Clock;
}

/**
 * Follows the database's clock, so that processes whose machines disagree about the time agree about deadlines, ages
 * and retention. Until the database's time is known, it returns the machine's time.
 */
export function createFollowedClock(options: FollowedClockOptions): FollowedClock {
  const { db, log, dueClock, own } = options;
  let lastAheadMs: number | null = null;
  let asking: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  const estimateMs = (): number | null => {
    const ms = dueClock.nowMs(0);
    return ms === Number.NEGATIVE_INFINITY ? null : ms;
  };
  const aheadMs = (): number | null => {
    const ms = estimateMs();
    return ms === null ? null : own.now().getTime() - ms;
  };
  const ask = (): Promise<void> => (asking ??= askNow().finally(() => (asking = undefined)));
  const askNow = async (): Promise<void> => {
    for (let asked = 0; asked < questions; asked += 1) dueClock.note(await readDatabaseTime(db));
    lastAheadMs = aheadMs();
  };
  const tryToAsk = async (): Promise<boolean> => {
    try {
      await ask();
      return true;
    } catch (error) {
      log.debug({ err: error }, 'the database has not told its time');
      return false;
    }
  };
  const untilKnown = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && !(await tryToAsk())) await pause(signal, askAgainMs, { ref: true });
    void askOn(signal);
  };
  const askOn = async (signal: AbortSignal): Promise<void> => {
    await pause(signal, askEveryMs);
    for (; !signal.aborted; await pause(signal, askEveryMs)) await tryToAsk();
  };
  return {
    aheadMs,
    now: () => {
      const ms = estimateMs();
      if (ms === null) return own.now();
      const isOld = lastAheadMs !== null && Math.abs(own.now().getTime() - ms - lastAheadMs) > jumpMsMin;
      if (isOld) void tryToAsk();
      return new Date(ms);
    },
    follow: (signal) => (following ??= untilKnown(signal)),
  };
}

/**
 * Waits between two queries. With `ref`, for callers that need the first response, the wait keeps the process alive.
 */
async function pause(signal: AbortSignal, ms: number, { ref = false } = {}): Promise<void> {
  await delay(ms, undefined, { signal, ref }).catch(() => undefined);
}
