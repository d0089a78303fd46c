const nameOf = (workspaceId: string): string => `punctual.times.${workspaceId}`;

/** Returns the posting times that were last typed in this browser, or an empty text if there are none. */
export const lastTimes = (workspaceId: string): string =>
  globalThis.localStorage.getItem(nameOf(workspaceId)) ?? '';

export function keepLastTimes(workspaceId: string, typed: string): void {
  try {
    globalThis.localStorage.setItem(nameOf(workspaceId), typed);
  } catch {
    // Without storage, the user has to type them again.
  }
}
