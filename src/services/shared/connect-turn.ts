import { AppError } from '../../domain/errors.js';
import { createFairQueue } from '../../domain/fair-queue.js';

/**
 * Calls in this process that ask servers for somebody who connects or checks an account. Anybody can run such a server,
 * so one person has one call at a time, and only a few more may wait.
 */
const turns = createFairQueue({ slots: 100, slotsPerOwnerMax: 1, waitingMax: 300, waitingPerOwnerMax: 15 });
const waitMsMax = 20_000;
const retryAfterMs = 2_000;

/** Does it when the owner has no other such call. Throws RATE_LIMITED if too many of them wait, or for too long. */
export async function inConnectTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
  const endTurn = await turns.take(owner, AbortSignal.timeout(waitMsMax)).catch((cause: unknown) => {
    const message = 'Other requests of yours to connect or check accounts are still running. Try again.';
    throw new AppError('RATE_LIMITED', message, { retryAfterMs }, { cause });
  });
  try {
    return await work();
  } finally {
    endTurn();
  }
}
