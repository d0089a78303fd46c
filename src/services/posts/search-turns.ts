import { createFairQueue, QueueFullError, type FairQueue } from '../../concurrency/fair-queue.js';
import { searchesAtOnceMax, searchesWaitingMax, searchWaitMsMax } from '../../domain/limits.js';
import { turnRefused } from '../shared/limits/turn-refused.js';

const ofUser = { policy: 'searches', limit: 1, retryAfterMs: 1_000 } as const;

/** The queue of one process, shared among users. */
export const createSearchTurns = (): FairQueue =>
  createFairQueue({
    slots: searchesAtOnceMax,
    slotsPerOwnerMax: ofUser.limit,
    waitingMax: searchesWaitingMax,
  });

/** Searches once it is the user's turn. */
export async function inTurn<T>(turns: FairQueue, userId: string, search: () => Promise<T>): Promise<T> {
  const end = await turns.take(userId, AbortSignal.timeout(searchWaitMsMax)).catch((error: unknown) => {
    if (error instanceof QueueFullError || isTimeout(error)) {
      throw turnRefused(ofUser, 'Other searches are still running. Try again when they have ended.', error);
    }
    throw error;
  });
  try {
    return await search();
  } finally {
    end();
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
