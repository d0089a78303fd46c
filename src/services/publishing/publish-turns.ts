import type { DueClock } from '../shared/clocks/due-clock.js';
import { chooseEvicted } from './internal/eviction.js';
import { createLane, joinLane, noteEnd, placesOf, type Lane, type Waiter } from './internal/lanes.js';
import { createReadyLanes, type ReadyLanes } from './internal/ready-lanes.js';
import { createReturnTimes } from './internal/return-times.js';
import { createTurnPace } from './internal/turn-pace.js';
import {
  usualTurns,
  type PublishEntry,
  type PublishTurn,
  type TurnedAway,
  type TurnsOptions,
} from './publish-turn.js';

/**
 * Releases the calls of a process when they are due. Workspaces take turns, and so do the accounts of a workspace. The
 * posts of an account are sent in the order of their due times and then of their creation. The slots for waiting are
 * shared in the same way. A caller without a slot gets a time to come back; these times are spread out, because
 * thousands of simultaneous returns would delay everything.
 */
export interface PublishTurns {
  /** Waits until the call may be claimed. Rejects with the signal's reason if it aborts. */
  take: (entry: PublishEntry, signal?: AbortSignal) => Promise<PublishTurn | TurnedAway>;
  /** Waits up to two seconds until no due call is queued, so that work after a call lets other calls go first. */
  untilCalm: () => Promise<void>;
  /** Sends back every caller that waits for its due time. Due calls continue. */
  close: () => void;
}

const timerMsMax = 60_000;
const calmMsMax = 2_000;
const busyEachMsMin = 50;
const busyWaitMsMin = 2_000;
const fullWaitMsMin = 1_000;
/**
 * A returning run's clock may be slightly behind. If it came back exactly at the due time, it could be early and find
 * no slot again.
 */
const fullAfterDueMs = 500;
const returnWaitMsMax = 120_000;
/** The return times of posts that are due within the same ten seconds form one sequence. */
const instantMs = 10_000;

export function createPublishTurns(clock: DueClock, options: TurnsOptions = usualTurns): PublishTurns {
  const turns = new Turns(clock, options);
  return {
    take: (entry, signal) => turns.take(entry, signal),
    untilCalm: () => turns.untilCalm(),
    close: () => turns.close(),
  };
}

class Turns {
  readonly #clock: DueClock;
  readonly #options: TurnsOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #ready: ReadyLanes;
  #held = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #calmed = new Set<() => void>();
  /** Return times by workspace or account. */
  readonly #returns = createReturnTimes(returnWaitMsMax);
  readonly #pace = createTurnPace();

  constructor(clock: DueClock, options: TurnsOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#ready = createReadyLanes(options);
  }

  take(entry: PublishEntry, signal?: AbortSignal): Promise<PublishTurn | TurnedAway> {
    signal?.throwIfAborted();
    const nowMs = this.#clock.nowMs(entry.workflowNowMs);
    const isDue = entry.dueMs <= nowMs;
    if (!isDue && this.#isClosed) return Promise.resolve({ reason: 'CLOSING', waitMs: 0 });
    if (!isDue && !this.#makeRoom(entry)) {
      return Promise.resolve({ reason: 'FULL', waitMs: this.#fullWaitMs(entry) });
    }
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#remove(waiter);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('given up'));
      };
      const waiter: Waiter = {
        ...entry,
        isDue,
        leave: (answer) => {
          signal?.removeEventListener('abort', abort);
          resolve(answer);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#add(waiter);
    });
  }

  untilCalm(): Promise<void> {
    if (this.#ready.isEmpty()) return Promise.resolve();
    return new Promise((resolve) => {
      const calm = (): void => {
        clearTimeout(timer);
        this.#calmed.delete(calm);
        resolve();
      };
      const timer = setTimeout(calm, calmMsMax);
      this.#calmed.add(calm);
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#wake();
    for (const waiter of this.#heldWaiters()) this.#turnAway(waiter, 'CLOSING', 0);
  }

  /** Whether the entry may be added, if necessary by evicting another call from its slot. */
  #makeRoom(entry: PublishEntry): boolean {
    if (this.#held < this.#options.heldMax) return true;
    // The account has its maximum of waiting calls, so `#thinOut` sends one of its own calls away afterwards.
    const lane = this.#lanes.get(entry.accountId);
    if (lane !== undefined && lane.waiting.length >= placesOf(lane, this.#options)) return true;
    const leaving = chooseEvicted(this.#heldWaiters(), entry);
    if (leaving === undefined) return false;
    this.#turnAway(leaving, 'FULL', this.#fullWaitMs(leaving));
    return true;
  }

  /** How long a call without a slot stays away: until held calls have left, or until shortly after its due time. */
  #fullWaitMs(entry: PublishEntry): number {
    const { dueMs, workspaceId, workflowNowMs } = entry;
    const nowMs = this.#clock.nowMs(workflowNowMs);
    const leaveMs = this.#heldWaiters().reduce((soonest, held) => Math.min(soonest, held.dueMs), dueMs);
    const waitMs = (key: string, fromMs: number): number =>
      this.#returns.waitMs(`${key} ${workspaceId} ${instantOf(entry)}`, {
        nowMs,
        fromMs,
        eachMs: this.#pace.eachMs(),
      });
    if (leaveMs < dueMs - fullWaitMsMin) {
      const roomMs = waitMs('room', leaveMs);
      if (nowMs + roomMs < dueMs) return Math.max(fullWaitMsMin, roomMs);
    }
    return waitMs('full', dueMs + fullAfterDueMs);
  }

  #heldWaiters(): Waiter[] {
    return [...this.#lanes.values()].flatMap(({ waiting }) => waiting.filter(({ isDue }) => !isDue));
  }

  #turnAway(waiter: Waiter, reason: TurnedAway['reason'], waitMs: number): void {
    this.#remove(waiter);
    waiter.leave({ reason, waitMs });
  }

  /** Sends away the calls that exceed the account's maximum. They come back when the earlier ones should be done. */
  #thinOut(lane: Lane): void {
    const eachMs = Math.max(busyEachMsMin, lane.callMs / this.#options.callsPerAccountMax);
    const places = placesOf(lane, this.#options);
    const [first] = lane.waiting;
    for (const waiter of lane.waiting.slice(places)) {
      const nowMs = this.#clock.nowMs(waiter.workflowNowMs);
      const fromMs = Math.max(first?.dueMs ?? nowMs, nowMs) + places * eachMs;
      const waitMs = this.#returns.waitMs(`busy ${lane.accountId} ${instantOf(waiter)}`, {
        nowMs,
        fromMs,
        eachMs,
      });
      this.#turnAway(waiter, 'ACCOUNT_BUSY', Math.max(busyWaitMsMin, waitMs));
    }
  }

  #add(waiter: Waiter): void {
    const lane = this.#lanes.get(waiter.accountId) ?? createLane(waiter);
    this.#lanes.set(lane.accountId, lane);
    joinLane(lane, waiter);
    if (!waiter.isDue) this.#held += 1;
    this.#thinOut(lane);
    this.#update(lane);
    this.#go();
    this.#arm();
  }

  #remove(waiter: Waiter): void {
    const lane = this.#lanes.get(waiter.accountId);
    if (lane?.waiting.includes(waiter) !== true) return;
    lane.waiting = lane.waiting.filter((other) => other !== waiter);
    if (!waiter.isDue) this.#held -= 1;
    this.#forgetEmpty(lane);
  }

  #forgetEmpty(lane: Lane): void {
    const isEmpty = lane.waiting.length === 0 && lane.underWay === 0 && !lane.isReady;
    if (isEmpty && this.#lanes.get(lane.accountId) === lane) this.#lanes.delete(lane.accountId);
  }

  /** Queues a lane whose first call is due and whose account may make a call. */
  #update(lane: Lane): void {
    const [first] = lane.waiting;
    if (first === undefined || lane.isReady || lane.isClaiming) return;
    if (lane.underWay >= this.#options.callsPerAccountMax) return;
    if (this.#hasCome(first)) this.#ready.add(lane);
  }

  #hasCome(waiter: Waiter): boolean {
    if (waiter.isDue) return true;
    if (waiter.dueMs > this.#clock.nowMs(waiter.workflowNowMs)) return false;
    waiter.isDue = true;
    this.#held -= 1;
    return true;
  }

  /** Lets queued calls claim, as far as the limits allow. */
  #go(): void {
    for (;;) {
      const lane = this.#ready.next((one) => this.#isStillReady(one));
      const waiter = lane?.waiting.shift();
      if (lane === undefined || waiter === undefined) break;
      this.#ready.countClaim(lane, 1);
      lane.underWay += 1;
      lane.isClaiming = true;
      waiter.leave(this.#turnOf(lane));
      this.#pace.note(this.#ready.isEmpty());
    }
    if (this.#ready.isEmpty()) for (const calm of this.#calmed) calm();
  }

  /** False if the lane's first call has left since, or an earlier one that is not due yet has joined. */
  #isStillReady(lane: Lane): boolean {
    const [first] = lane.waiting;
    if (first !== undefined && this.#hasCome(first)) return true;
    this.#forgetEmpty(lane);
    return false;
  }

  #turnOf(lane: Lane): PublishTurn {
    const claimed = once(() => {
      this.#ready.countClaim(lane, -1);
      lane.isClaiming = false;
      this.#update(lane);
      this.#go();
    });
    const done = once(() => {
      claimed();
      lane.underWay -= 1;
      noteEnd(lane, this.#options);
      this.#update(lane);
      this.#forgetEmpty(lane);
      this.#go();
    });
    return { claimed, done };
  }

  /** Sets the timer for the next time at which any call becomes due, even if that call is not the first of its lane. */
  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    const waits = [...this.#lanes.values()].flatMap(({ waiting }) => {
      const next = waiting.find(({ isDue }) => !isDue);
      return next === undefined ? [] : [next.dueMs - this.#clock.nowMs(next.workflowNowMs)];
    });
    if (waits.length === 0) return;
    const waitMs = Math.min(timerMsMax, Math.max(1, Math.ceil(Math.min(...waits))));
    this.#timer = setTimeout(() => {
      this.#wake();
      this.#arm();
    }, waitMs);
  }

  #wake(): void {
    for (const lane of this.#lanes.values()) {
      for (const waiter of lane.waiting) if (!this.#hasCome(waiter)) break;
      this.#update(lane);
    }
    this.#go();
  }
}

const instantOf = ({ dueMs }: PublishEntry): number => Math.floor(dueMs / instantMs);

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
