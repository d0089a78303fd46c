/** The error of a newcomer when no more may wait, or of a waiter that must make room. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export interface FairQueueOptions {
  /** The number of turns at the same time. */
  slots: number;
  /** The number of turns that one owner may have at the same time. Absent: all. */
  slotsPerOwnerMax?: number;
  /** The number of waiters of all owners together. */
  waitingMax: number;
  /** The number of waiters of one owner. Absent: `waitingMax`. */
  waitingPerOwnerMax?: number;
}

export interface RunOptions {
  signal?: AbortSignal | undefined;
  /** The error to throw instead if there was no turn: a QueueFullError or the signal's reason. */
  refused?: (cause: unknown) => unknown;
}

/** Shares slots among owners. Owners get turns one after the other, however many waiters each has. */
export interface FairQueue {
  /** Runs the work when the owner has a turn. */
  run: <T>(owner: string, work: () => Promise<T>, options?: RunOptions) => Promise<T>;
  /** Waits for a turn and returns the function that ends it. Rejects with QueueFullError or the signal's reason. */
  take: (owner: string, signal?: AbortSignal) => Promise<() => void>;
  /** Like `take`, without waiting. Returns undefined if there is no turn now. */
  tryTake: (owner: string) => (() => void) | undefined;
  /** Rejects all current and later waiters. */
  close: () => void;
}

interface Waiter {
  owner: string;
  start: (endTurn: () => void) => void;
  refuse: (reason: Error) => void;
}

/**
 * The waiters of each owner, in the order in which owners get their turns. Owners without waiters are not in the map.
 */
class Line {
  readonly #byOwner = new Map<string, Waiter[]>();
  size = 0;

  countOf(owner: string): number {
    return this.#byOwner.get(owner)?.length ?? 0;
  }

  add(waiter: Waiter): void {
    this.#byOwner.set(waiter.owner, [...(this.#byOwner.get(waiter.owner) ?? []), waiter]);
    this.size += 1;
  }

  remove(waiter: Waiter): void {
    const rest = this.#byOwner.get(waiter.owner)?.filter((other) => other !== waiter) ?? [];
    if (rest.length > 0) this.#byOwner.set(waiter.owner, rest);
    else this.#byOwner.delete(waiter.owner);
    this.size -= 1;
  }

  /** Takes the next waiter of the first owner who may have a turn, and moves that owner to the end. */
  takeNext(mayStart: (owner: string) => boolean): Waiter | undefined {
    for (const [owner, [waiter]] of this.#byOwner) {
      if (waiter === undefined || !mayStart(owner)) continue;
      this.remove(waiter);
      const rest = this.#byOwner.get(owner);
      this.#byOwner.delete(owner);
      if (rest !== undefined) this.#byOwner.set(owner, rest);
      return waiter;
    }
    return undefined;
  }

  /** The last waiter of the owner with the most waiters. */
  lastOfLongest(): Waiter | undefined {
    const queues = [...this.#byOwner.values()];
    const longest = queues.reduce((most, next) => (next.length > most.length ? next : most), queues[0] ?? []);
    return longest.at(-1);
  }

  takeAll(): Waiter[] {
    const all = [...this.#byOwner.values()].flat();
    this.#byOwner.clear();
    this.size = 0;
    return all;
  }
}

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { slots, slotsPerOwnerMax = slots, waitingMax, waitingPerOwnerMax = waitingMax } = options;
  const turnsByOwner = new Map<string, number>();
  const line = new Line();
  let busy = 0;
  let isClosed = false;

  const turnsOf = (owner: string): number => turnsByOwner.get(owner) ?? 0;
  const mayStart = (owner: string): boolean => busy < slots && turnsOf(owner) < slotsPerOwnerMax;
  /** Begins a turn, and returns the function that ends it. */
  const begin = (owner: string): (() => void) => {
    busy += 1;
    turnsByOwner.set(owner, turnsOf(owner) + 1);
    let isOver = false;
    return () => {
      if (!isOver) end(owner);
      isOver = true;
    };
  };
  const end = (owner: string): void => {
    busy -= 1;
    if (turnsOf(owner) > 1) turnsByOwner.set(owner, turnsOf(owner) - 1);
    else turnsByOwner.delete(owner);
    for (let next = line.takeNext(mayStart); next !== undefined; next = line.takeNext(mayStart)) {
      next.start(begin(next.owner));
    }
  };
  const tryTake = (owner: string): (() => void) | undefined =>
    !isClosed && mayStart(owner) && line.countOf(owner) === 0 ? begin(owner) : undefined;
  const take = async (owner: string, signal?: AbortSignal): Promise<() => void> => {
    signal?.throwIfAborted();
    const turn = tryTake(owner);
    if (turn !== undefined) return turn;
    if (isClosed) throw new QueueFullError('closed');
    if (line.countOf(owner) >= waitingPerOwnerMax) throw new QueueFullError('too many of the owner wait');
    if (line.size >= waitingMax) makeRoom(line, owner);
    return untilTurn(line, owner, signal);
  };
  return {
    take,
    tryTake,
    run: async (owner, work, { signal, refused = (cause: unknown) => cause } = {}) => {
      const endTurn = await take(owner, signal).catch((cause: unknown) => {
        throw refused(cause);
      });
      try {
        return await work();
      } finally {
        endTurn();
      }
    },
    close: () => {
      isClosed = true;
      for (const waiter of line.takeAll()) waiter.refuse(new QueueFullError('closed'));
    },
  };
}

/**
 * Makes room for a newcomer: the last waiter of the owner with the most waiters is rejected. If the newcomer's owner
 * would then have just as many waiters, the newcomer is rejected instead.
 */
function makeRoom(line: Line, newcomer: string): void {
  const last = line.lastOfLongest();
  if (last === undefined || line.countOf(last.owner) <= line.countOf(newcomer) + 1) {
    throw new QueueFullError('too many wait');
  }
  line.remove(last);
  last.refuse(new QueueFullError('evicted for a tenant with fewer waiters'));
}

function untilTurn(line: Line, owner: string, signal: AbortSignal | undefined): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      line.remove(waiter);
      reject(reasonOf(signal));
    };
    const waiter: Waiter = {
      owner,
      start: (endTurn) => {
        signal?.removeEventListener('abort', leave);
        resolve(endTurn);
      },
      refuse: (reason) => {
        signal?.removeEventListener('abort', leave);
        reject(reason);
      },
    };
    signal?.addEventListener('abort', leave, { once: true });
    line.add(waiter);
  });
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error('given up');
}
