/** From this size on an upload counts as long, and others must not have to wait for it. */
export const longUploadBytesMin = 32 * 1024 * 1024;

export interface UploadGateOptions {
  /** How many long uploads may run in this process. */
  longMax: number;
  /** How many of them one workspace may have. */
  longPerWorkspaceMax: number;
}

export const usualUploadGate: UploadGateOptions = { longMax: 60, longPerWorkspaceMax: 30 };

/** Keeps places free for short uploads and for other workspaces, however many videos somebody posts at once. */
export interface UploadGate {
  /** Undefined: come back later. Otherwise call the returned function at the end. */
  enter: (upload: { workspaceId: string; bytes: number }) => (() => void) | undefined;
}

export function createUploadGate(options: UploadGateOptions = usualUploadGate): UploadGate {
  const byWorkspace = new Map<string, number>();
  let long = 0;
  return {
    enter: ({ workspaceId, bytes }) => {
      if (bytes < longUploadBytesMin) return () => undefined;
      const own = byWorkspace.get(workspaceId) ?? 0;
      if (long >= options.longMax || own >= options.longPerWorkspaceMax) return undefined;
      long += 1;
      byWorkspace.set(workspaceId, own + 1);
      return () => {
        long -= 1;
        const left = (byWorkspace.get(workspaceId) ?? 1) - 1;
        if (left > 0) byWorkspace.set(workspaceId, left);
        else byWorkspace.delete(workspaceId);
      };
    },
  };
}
