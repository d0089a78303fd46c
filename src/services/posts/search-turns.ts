import { createFairQueue, QueueFullError, type FairQueue } from '../../concurrency/fair-queue.js';
import { searchesAtOnceMax, searchesWaitingMax, searchWaitMsMax } from '../../domain/limits.js';
import { turnRefused } from '../shared/limits/turn-refused.js';

const ofUser = { policy: 'searches', limit: 1, retryAfterMs: 1_000 } as const;

/** Creates the queue that shares the searches of one process among its users. */
export const createSearchTurns = (): FairQueue =>
  createFairQueue({
    slots: searchesAtOnceMax,
    slotsPerOwnerMax: ofUser.limit,
    waitingMax: searchesWaitingMax,
  });

/** Runs the search when it is the user's turn. */
export function inTurn<T>(turns: FairQueue, userId: string, search: () => Promise<T>): Promise<T> {
  const message = 'Other searches are still running. Try again when they have ended.';
  return turns.run(userId, search, {
    signal: AbortSignal.timeout(searchWaitMsMax),
    refused: (cause) =>
      cause instanceof QueueFullError || isTimeout(cause) ? turnRefused(ofUser, message, cause) : cause,
  });
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
