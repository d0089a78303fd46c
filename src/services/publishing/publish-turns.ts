import type { DueClock } from '../shared/clocks/due-clock.js';
import { createReturnTimes } from './internal/return-times.js';
import { chooseEvicted } from './internal/eviction.js';

/** A call that waits for its turn. */
export interface PublishEntry {
  /** The due time on the clock that decides (`DueClock`). */
  dueMs: number;
  /** The current time on the run's clock. */
  workflowNowMs: number;
  /** The creation time of the post. Posts that are due at the same time are sent in the order of their creation. */
  createdMs: number;
  workspaceId: string;
  accountId: string;
}

export interface PublishTurn {
  /** The caller calls `claimed` after its claim, so that the account's next call may claim. */
  claimed: () => void;
  /** The caller calls `done` after its call, so that the account may make another one. */
  done: () => void;
}

/**
 * The caller must come back later: too many other calls are due sooner, too many of the account's posts go first, or
 * this process is shutting down.
 */
export interface TurnedAway {
  reason: 'FULL' | 'ACCOUNT_BUSY' | 'CLOSING';
  /** The time until a slot should be free or the earlier calls should be done. 0 if the process is shutting down. */
  waitMs: number;
}

/**
 * Releases the calls of a process when they are due. Workspaces take turns, and so do the accounts of a workspace. The
 * posts of an account go out in the order of their due times and then of their creation. The slots for waiting are
 * shared in the same way. A caller without a slot is given a time to come back; these times are spread out, because
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

export interface TurnsOptions {
  /** The number of calls that may wait in this process for their due time. */
  heldMax: number;
  /** The number of concurrent claims. More would only wait for each other in the database. */
  claimsAtOnceMax: number;
  /** The number of concurrent claims per workspace. A lock that all its claims wait for must not stop others. */
  claimsPerWorkspaceMax: number;
  /** The number of concurrent calls for one account. */
  callsPerAccountMax: number;
  /**
   * The number of calls for one account that may wait here for their due time or their turn. More would take slots from
   * others.
   */
  waitingPerAccountMax: number;
}

export const usualTurns: TurnsOptions = {
  heldMax: 1_000,
  claimsAtOnceMax: 12,
  claimsPerWorkspaceMax: 8,
  callsPerAccountMax: 2,
  waitingPerAccountMax: 40,
};

interface Waiter extends PublishEntry {
  isDue: boolean;
  leave: (answer: PublishTurn | TurnedAway) => void;
}

interface Lane {
  readonly accountId: string;
  readonly workspaceId: string;
  /** The waiting calls, in the order in which they are to be sent. */
  waiting: Waiter[];
  underWay: number;
  /** Whether a call of this lane is claiming. The next one waits for it, so that calls begin in order. */
  isClaiming: boolean;
  isReady: boolean;
  /** The estimated duration of a call of the account. */
  callMs: number;
  lastDoneMs: number | undefined;
}

const timerMsMax = 60_000;
const calmMsMax = 2_000;
/** The estimated duration of a call for an account that has made no call yet. */
const callMsFirst = 200;
const busyEachMsMin = 50;
const busyWaitMsMin = 2_000;
/** The bounds and the first estimate of the time between two calls of this process when many are due. */
const paceMsMin = 5;
const paceMsFirst = 20;
const paceMsMax = 500;
/** The share of the latest measurement in the estimate. It is small, because calls begin in bursts. */
const paceShare = 0.02;
const fullWaitMsMin = 1_000;
/**
 * A returning run's clock may be slightly behind. If it came back exactly at the due time, it could be early and find
 * no slot again.
 */
const fullAfterDueMs = 500;
const returnWaitMsMax = 120_000;
/** How long a due call may wait in its lane: below the activity's timeout minus the wait for the due time. */
const laneMsMax = 90_000;
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
  /** The lanes whose first call may be made, by workspace. Workspaces and lanes are in the order of their turns. */
  readonly #ready = new Map<string, Lane[]>();
  #claiming = 0;
  #held = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #calmed = new Set<() => void>();
  readonly #claimingByWorkspace = new Map<string, number>();
  /** Return times by workspace or account. */
  readonly #returns = createReturnTimes(returnWaitMsMax);
  /** The estimated time between two calls when many are due: what this process, the database and the platforms take. */
  #paceMs = paceMsFirst;
  #lastTurnMs: number | undefined;

  constructor(clock: DueClock, options: TurnsOptions) {
    this.#clock = clock;
    this.#options = options;
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
    if (this.#ready.size === 0) return Promise.resolve();
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

  /** Whether the entry may be added, if necessary after evicting another call from its slot. */
  #makeRoom(entry: PublishEntry): boolean {
    if (this.#held < this.#options.heldMax) return true;
    // The account has its maximum of waiting calls, so `#thinOut` sends one of its own calls away afterwards.
    const lane = this.#lanes.get(entry.accountId);
    if (lane !== undefined && lane.waiting.length >= this.#placesOf(lane)) return true;
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
        eachMs: this.#paceMs,
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
    const places = this.#placesOf(lane);
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

  /** How many calls may wait for an account. A slow account gets fewer, so that no activity times out. */
  #placesOf(lane: Lane): number {
    const { waitingPerAccountMax, callsPerAccountMax } = this.#options;
    const inTime = Math.floor((laneMsMax * callsPerAccountMax) / lane.callMs);
    return Math.max(callsPerAccountMax, Math.min(waitingPerAccountMax, inTime));
  }

  #add(waiter: Waiter): void {
    const { accountId, workspaceId } = waiter;
    const lane = this.#lanes.get(accountId) ?? {
      accountId,
      workspaceId,
      waiting: [],
      underWay: 0,
      isClaiming: false,
      isReady: false,
      callMs: callMsFirst,
      lastDoneMs: undefined,
    };
    this.#lanes.set(accountId, lane);
    const index = lane.waiting.findIndex((other) => isBefore(waiter, other));
    lane.waiting.splice(index === -1 ? lane.waiting.length : index, 0, waiter);
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
    if (!this.#hasCome(first)) return;
    lane.isReady = true;
    const lanes = this.#ready.get(lane.workspaceId);
    if (lanes === undefined) this.#ready.set(lane.workspaceId, [lane]);
    else lanes.push(lane);
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
    while (this.#claiming < this.#options.claimsAtOnceMax) {
      const lane = this.#nextLane();
      if (lane === undefined) break;
      const waiter = lane.waiting.shift();
      if (waiter === undefined) {
        this.#forgetEmpty(lane);
        continue;
      }
      this.#countClaim(lane, 1);
      lane.underWay += 1;
      lane.isClaiming = true;
      waiter.leave(this.#turnOf(lane));
      this.#notePace();
    }
    if (this.#ready.size === 0) for (const calm of this.#calmed) calm();
  }

  /** Measures the pace while further calls are due. Pauses without due calls do not count. */
  #notePace(): void {
    const nowMs = performance.now();
    if (this.#lastTurnMs !== undefined) {
      const paceMs = this.#paceMs + (nowMs - this.#lastTurnMs - this.#paceMs) * paceShare;
      this.#paceMs = Math.min(paceMsMax, Math.max(paceMsMin, paceMs));
    }
    this.#lastTurnMs = this.#ready.size > 0 ? nowMs : undefined;
  }

  #countClaim({ workspaceId }: Lane, by: 1 | -1): void {
    this.#claiming += by;
    const own = (this.#claimingByWorkspace.get(workspaceId) ?? 0) + by;
    if (own > 0) this.#claimingByWorkspace.set(workspaceId, own);
    else this.#claimingByWorkspace.delete(workspaceId);
  }

  /** Takes the next lane of the workspace whose turn it is, and moves the workspace to the end of the queue. */
  #nextLane(): Lane | undefined {
    for (const [workspaceId, lanes] of this.#ready) {
      const own = this.#claimingByWorkspace.get(workspaceId) ?? 0;
      if (own >= this.#options.claimsPerWorkspaceMax) continue;
      const lane = lanes.shift();
      this.#ready.delete(workspaceId);
      if (lanes.length > 0) this.#ready.set(workspaceId, lanes);
      if (lane === undefined) continue;
      lane.isReady = false;
      const [first] = lane.waiting;
      // The lane's first call has left since, or an earlier one that is not due yet has joined.
      if (first === undefined || !this.#hasCome(first)) {
        this.#forgetEmpty(lane);
        continue;
      }
      return lane;
    }
    return undefined;
  }

  #turnOf(lane: Lane): PublishTurn {
    const claimed = once(() => {
      this.#countClaim(lane, -1);
      lane.isClaiming = false;
      this.#update(lane);
      this.#go();
    });
    const done = once(() => {
      claimed();
      lane.underWay -= 1;
      this.#noteEnd(lane);
      this.#update(lane);
      this.#forgetEmpty(lane);
      this.#go();
    });
    return { claimed, done };
  }

  /** Moves the estimate halfway to the latest measurement, if the account did not pause between the two calls. */
  #noteEnd(lane: Lane): void {
    const nowMs = performance.now();
    const { lastDoneMs } = lane;
    if (lastDoneMs !== undefined) {
      lane.callMs = (lane.callMs + (nowMs - lastDoneMs) * this.#options.callsPerAccountMax) / 2;
    }
    // If no other call is due, the account pauses, and that pause must not be measured.
    lane.lastDoneMs = lane.waiting[0]?.isDue === true ? nowMs : undefined;
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

function isBefore(one: PublishEntry, other: PublishEntry): boolean {
  return one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.createdMs < other.createdMs);
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
