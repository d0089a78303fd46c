const nameOf = (userId: string, workspaceId: string): string => `punctual.accounts.${userId}.${workspaceId}`;

/** Returns the accounts that the user's last new post in this browser had. The next one begins with them. */
export function lastAccounts(userId: string, workspaceId: string): readonly string[] {
  try {
    const ids = JSON.parse(globalThis.localStorage.getItem(nameOf(userId, workspaceId)) ?? '[]') as unknown;
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function keepLastAccounts(userId: string, workspaceId: string, ids: readonly string[]): void {
  try {
    globalThis.localStorage.setItem(nameOf(userId, workspaceId), JSON.stringify(ids));
  } catch {
    // Without storage, the next post begins with no accounts.
  }
}
