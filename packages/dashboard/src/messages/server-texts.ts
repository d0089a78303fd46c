import { english, inOne, plainText, type Told } from '../lib/told.js';
import { loadTranslations } from './load-messages.js';

const parts = await Promise.all([
  loadTranslations({ de: () => import('./server/de/options.js') }),
  loadTranslations({ de: () => import('./server/de/connecting.js') }),
  loadTranslations({ de: () => import('./server/de/failures.js') }),
]);
const translations = new Map(parts.flatMap((part) => Object.entries(part)));

/** A text that ends with words of a platform, in parentheses. */
const withWords = /^(.+?\.)( \(.+\))$/s;

/** Returns the translation of a text. Words of a platform that the text quotes are not translated. */
export function translationIn(known: ReadonlyMap<string, unknown>, text: string): Told | undefined {
  const [, own = text, words = ''] = known.has(text) ? [] : (withWords.exec(text) ?? []);
  const translation = known.get(own);
  if (typeof translation !== 'string') return undefined;
  return words === '' ? translation : inOne(translation, english(words));
}

/** Returns a text of the server in the user's language if it is translated, and marked as English if not. */
export const serverTold = (text: string): Told => translationIn(translations, text) ?? english(text);

/** Like `serverTold`, but as plain text, for texts that are translated completely, such as the titles of options. */
export const serverText = (text: string): string => plainText(serverTold(text));
