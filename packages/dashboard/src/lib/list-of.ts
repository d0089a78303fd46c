import { userLocale } from './language.js';

/** Joins words into a list: "A, B and C". */
export const listOf = (words: readonly string[], locale = userLocale): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(words);
