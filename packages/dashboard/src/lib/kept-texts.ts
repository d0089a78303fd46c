/** The prefix of the names under which the browser stores unsent texts. */
export const keptPrefix = 'punctual.draft';

/** Returns the names under which this browser stores the user's unsent texts. */
export const keptTextsOf = (userId: string): string[] =>
  Object.keys(globalThis.localStorage).filter((name) => name.startsWith(`${keptPrefix}.${userId}.`));

/** Deletes the user's unsent texts. Called at sign-out, because another person may use this browser next. */
export function forgetTextsOf(userId: string): void {
  for (const name of keptTextsOf(userId)) globalThis.localStorage.removeItem(name);
}
