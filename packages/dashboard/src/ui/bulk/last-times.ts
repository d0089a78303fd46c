const nameOf = (workspaceId: string): string => `punctual.times.${workspaceId}`;

/** Returns the posting times as they were typed last in this browser; empty if they never were. */
export const lastTimes = (workspaceId: string): string =>
  globalThis.localStorage.getItem(nameOf(workspaceId)) ?? '';

export function keepLastTimes(workspaceId: string, typed: string): void {
  try {
    globalThis.localStorage.setItem(nameOf(workspaceId), typed);
  } catch {
    // Without storage, they are typed again.
  }
}
