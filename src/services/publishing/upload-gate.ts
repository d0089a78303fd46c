import { createReturnTimes } from './internal/return-times.js';

/** From this size on an upload counts as long, and others must not have to wait for it. */
export const longUploadBytesMin = 32 * 1024 * 1024;

export interface UploadGateOptions {
  /** How many long uploads may run in this process. */
  longMax: number;
  /** How many of them one workspace may have. */
  longPerWorkspaceMax: number;
}

export const usualUploadGate: UploadGateOptions = { longMax: 60, longPerWorkspaceMax: 30 };

/** About as fast as long uploads end in a process; a workspace's come back one after the other. */
const returnsApartMs = 300;
const returnMsMin = 5_000;
const returnMsMax = 60_000;

/** Keeps places free for short uploads and for other workspaces, however many videos somebody posts. */
export interface UploadGate {
  /** Call `leave` at the end, or come back after `waitMs` if there is no place. */
  enter: (upload: { workspaceId: string; bytes: number }) => { leave: () => void } | { waitMs: number };
}

export function createUploadGate(
  options: UploadGateOptions = usualUploadGate,
  monotonicMs: () => number = () => performance.now(),
): UploadGate {
  const byWorkspace = new Map<string, number>();
  const returns = createReturnTimes(returnMsMax);
  let long = 0;
  return {
    enter: ({ workspaceId, bytes }) => {
      if (bytes < longUploadBytesMin) return { leave: () => undefined };
      const own = byWorkspace.get(workspaceId) ?? 0;
      if (long >= options.longMax || own >= options.longPerWorkspaceMax) {
        const nowMs = monotonicMs();
        const times = { nowMs, fromMs: nowMs + returnMsMin, eachMs: returnsApartMs };
        return { waitMs: returns.waitMs(workspaceId, times) };
      }
      long += 1;
      byWorkspace.set(workspaceId, own + 1);
      const leave = (): void => {
        long -= 1;
        const left = (byWorkspace.get(workspaceId) ?? 1) - 1;
        if (left > 0) byWorkspace.set(workspaceId, left);
        else byWorkspace.delete(workspaceId);
      };
      return { leave };
    },
  };
}
