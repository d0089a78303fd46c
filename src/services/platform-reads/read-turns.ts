import { createFairQueue, type FairQueue } from '../../concurrency/fair-queue.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { ReadBudget } from '../../platforms/kit/read-budget.js';

/**
 * The number of concurrent reads from one platform in one process, over all sweeps. A single server may use half of
 * them.
 */
const readsAtOnceMaxDefault = 32;

/** The queue for the reads of a platform. Its owners are the platform's servers. */
export type ReadTurns = (platform: { name: PlatformName; budget: ReadBudget }) => FairQueue;

/** Creates the queues. Use one instance per process, because it limits the memory that reads use. */
export function createReadTurns(): ReadTurns {
  const queues = new Map<PlatformName, FairQueue>();
  return ({ name, budget: { readsAtOnceMax: slots = readsAtOnceMaxDefault } }) => {
    const slotsPerOwnerMax = Math.ceil(slots / 2);
    const queue = queues.get(name) ?? createFairQueue({ slots, slotsPerOwnerMax, waitingMax: Infinity });
    queues.set(name, queue);
    return queue;
  };
}
