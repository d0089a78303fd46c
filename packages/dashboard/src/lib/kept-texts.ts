/** The prefix of unsent texts in the browser's storage. */
export const keptPrefix = 'punctual.draft';

/** The names under which this browser keeps a user's texts. */
export const keptTextsOf = (userId: string): string[] =>
  Object.keys(globalThis.localStorage).filter((name) => name.startsWith(`${keptPrefix}.${userId}.`));

/** Deletes the texts at sign-out, because others may use this browser next. */
export function forgetTextsOf(userId: string): void {
  for (const name of keptTextsOf(userId)) globalThis.localStorage.removeItem(name);
}
