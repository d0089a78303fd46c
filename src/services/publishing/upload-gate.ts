import { createFairQueue } from '../../concurrency/fair-queue.js';
import { createReturnTimes } from './internal/return-times.js';

/** From this size on an upload counts as long, and others must not wait for it. */
export const longUploadBytesMin = 32 * 1024 * 1024;

export interface UploadGateOptions {
  /** The number of long uploads that may run in this process. */
  longMax: number;
  /** The number of them that one workspace may have. */
  longPerWorkspaceMax: number;
}

export const usualUploadGate: UploadGateOptions = { longMax: 60, longPerWorkspaceMax: 30 };

/**
 * About the rate at which long uploads end in a process, so that the uploads of a workspace return one after the
 * other.
 */
const returnsApartMs = 300;
const returnMsMin = 5_000;
const returnMsMax = 60_000;

/** Keeps slots free for short uploads and for other workspaces, however many videos one workspace posts. */
export interface UploadGate {
  /** Returns `leave`, to be called at the end, or after what time to come back if there is no slot. */
  enter: (upload: { workspaceId: string; bytes: number }) => { leave: () => void } | { waitMs: number };
}

export function createUploadGate(
  options: UploadGateOptions = usualUploadGate,
  monotonicMs: () => number = () => performance.now(),
): UploadGate {
  const queue = createFairQueue({
    slots: options.longMax,
    slotsPerOwnerMax: options.longPerWorkspaceMax,
    waitingMax: 0,
  });
  const returns = createReturnTimes(returnMsMax);
  return {
    enter: ({ workspaceId, bytes }) => {
      if (bytes < longUploadBytesMin) return { leave: () => undefined };
      const leave = queue.tryTake(workspaceId);
      if (leave !== undefined) return { leave };
      const nowMs = monotonicMs();
      const times = { nowMs, fromMs: nowMs + returnMsMin, eachMs: returnsApartMs };
      return { waitMs: returns.waitMs(workspaceId, times) };
    },
  };
}
