import { createFairQueue } from '../concurrency/fair-queue.js';

/** The number of concurrent attempts to one endpoint in one process. */
const inFlightMax = 10;
const waitMsMax = 250;

/**
 * Limits concurrent attempts to one endpoint, so that an endpoint that hangs cannot occupy every slot. Returns the
 * function that ends the attempt. Returns null if no slot became free in time; the caller tries again later.
 */
export type EndpointGate = (endpointId: string) => Promise<(() => void) | null>;

export function createEndpointGate(): EndpointGate {
  const queue = createFairQueue({ slots: Infinity, slotsPerOwnerMax: inFlightMax, waitingMax: Infinity });
  return async (endpointId) =>
    queue.tryTake(endpointId) ?? queue.take(endpointId, AbortSignal.timeout(waitMsMax)).catch(() => null);
}
