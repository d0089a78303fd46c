/** Where texts that are being written are kept in this browser. */
export const keptPrefix = 'punctual.draft';

/** What this browser keeps of a person's texts, by name. */
export const keptTextsOf = (userId: string): string[] =>
  Object.keys(globalThis.localStorage).filter((name) => name.startsWith(`${keptPrefix}.${userId}.`));

/** For a person who leaves: others may use this browser next. */
export function forgetTextsOf(userId: string): void {
  for (const name of keptTextsOf(userId)) globalThis.localStorage.removeItem(name);
}
