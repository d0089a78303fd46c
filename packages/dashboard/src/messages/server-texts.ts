import { loadTranslations } from './load-messages.js';

const parts = await Promise.all([
  loadTranslations({ de: () => import('./server/de/options.js') }),
  loadTranslations({ de: () => import('./server/de/connecting.js') }),
  loadTranslations({ de: () => import('./server/de/failures.js') }),
]);
const translations = new Map(parts.flatMap((part) => Object.entries(part)));

/** A text whose end, in brackets, is in the words of a platform. */
const withWords = /^(.+?\.)( \(.+\))$/s;

/** Returns the translation of a text. The words that it quotes of a platform stay. */
export function translationIn(known: ReadonlyMap<string, unknown>, text: string): string | undefined {
  const [, own = text, words = ''] = known.has(text) ? [] : (withWords.exec(text) ?? []);
  const translation = known.get(own);
  return typeof translation === 'string' ? translation + words : undefined;
}

/** Returns a text of the server, such as the title of an option, in the user's language if it is translated. */
export const serverText = (text: string): string => translationIn(translations, text) ?? text;

/** The language of what {@link serverText} returns: English if there is no translation, or else the page's. */
export const serverTextLang = (text: string): 'en' | undefined =>
  translationIn(translations, text) === undefined ? 'en' : undefined;
