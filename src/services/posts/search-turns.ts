import { AppError } from '../../domain/errors.js';
import { createFairQueue, QueueFullError, type FairQueue } from '../../domain/fair-queue.js';
import { searchesAtOnceMax, searchesWaitingMax, searchWaitMsMax } from '../../domain/limits.js';

const askAgainMs = 1_000;

/** Of one process, shared among users. */
export const createSearchTurns = (): FairQueue =>
  createFairQueue({ slots: searchesAtOnceMax, slotsPerOwnerMax: 1, waitingMax: searchesWaitingMax });

/** Searches once it is the user's turn. */
export async function inTurn<T>(turns: FairQueue, userId: string, search: () => Promise<T>): Promise<T> {
  const end = await turns.take(userId, AbortSignal.timeout(searchWaitMsMax)).catch((error: unknown) => {
    if (error instanceof QueueFullError || isTimeout(error)) throw stillSearching();
    throw error;
  });
  try {
    return await search();
  } finally {
    end();
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

const stillSearching = (): AppError<'RATE_LIMITED'> =>
  new AppError('RATE_LIMITED', 'Other searches are still running. Try again when they have ended.', {
    retryAfterMs: askAgainMs,
  });
