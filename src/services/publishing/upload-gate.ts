import { createFairQueue } from '../../concurrency/fair-queue.js';
import { createReturnTimes } from './internal/return-times.js';

/** An upload of at least this size counts as long, and shorter ones must not wait for it. */
export const longUploadBytesMin = 32 * 1024 * 1024;

export interface UploadGateOptions {
  /** The number of long uploads that may run in this process. */
  longMax: number;
  /** The number of these long uploads that one workspace may have. */
  longPerWorkspaceMax: number;
}

export const usualUploadGate: UploadGateOptions = { longMax: 60, longPerWorkspaceMax: 30 };

/**
 * Close to the interval at which long uploads end in a process, so that a workspace's uploads return one after the
 * other.
 */
const returnsApartMs = 300;
const returnMsMin = 5_000;
const returnMsMax = 60_000;

/** Limits long uploads, so that short ones and other workspaces find slots however many videos one workspace posts. */
export interface UploadGate {
  /** Returns `leave`, to be called at the end, or how long to wait before trying again if there is no slot. */
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
