import type { TurnsOptions } from '../publish-turn.js';
import type { Lane } from './lanes.js';

/** The lanes whose first call may be made. Their workspaces take turns, and so do the lanes of a workspace. */
export interface ReadyLanes {
  isEmpty: () => boolean;
  add: (lane: Lane) => void;
  /** Takes the next lane for a claim, if the limits allow one. A lane that `isStillReady` refuses is skipped. */
  next: (isStillReady: (lane: Lane) => boolean) => Lane | undefined;
  /** Counts a claim that begins, or one that has ended. */
  countClaim: (lane: Lane, by: 1 | -1) => void;
}

type Limits = Pick<TurnsOptions, 'claimsAtOnceMax' | 'claimsPerWorkspaceMax'>;

export function createReadyLanes({ claimsAtOnceMax, claimsPerWorkspaceMax }: Limits): ReadyLanes {
  /** By workspace. Workspaces and lanes are in the order of their turns. */
  const ready = new Map<string, Lane[]>();
  const claimingByWorkspace = new Map<string, number>();
  let claiming = 0;
  const claimsOf = (workspaceId: string): number => claimingByWorkspace.get(workspaceId) ?? 0;
  return {
    isEmpty: () => ready.size === 0,
    add: (lane) => {
      lane.isReady = true;
      const lanes = ready.get(lane.workspaceId);
      if (lanes === undefined) ready.set(lane.workspaceId, [lane]);
      else lanes.push(lane);
    },
    next: (isStillReady) => {
      if (claiming >= claimsAtOnceMax) return undefined;
      for (const [workspaceId, lanes] of ready) {
        if (claimsOf(workspaceId) >= claimsPerWorkspaceMax) continue;
        const lane = lanes.shift();
        // The workspace moves to the end of the order.
        ready.delete(workspaceId);
        if (lanes.length > 0) ready.set(workspaceId, lanes);
        if (lane === undefined) continue;
        lane.isReady = false;
        if (isStillReady(lane)) return lane;
      }
      return undefined;
    },
    countClaim: ({ workspaceId }, by) => {
      claiming += by;
      const own = claimsOf(workspaceId) + by;
      if (own > 0) claimingByWorkspace.set(workspaceId, own);
      else claimingByWorkspace.delete(workspaceId);
    },
  };
}
