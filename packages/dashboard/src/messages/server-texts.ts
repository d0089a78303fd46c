import { loadTranslations } from './load-messages.js';

const parts = await Promise.all([
  loadTranslations({ de: () => import('./server/de/options.js') }),
  loadTranslations({ de: () => import('./server/de/connecting.js') }),
  loadTranslations({ de: () => import('./server/de/failures.js') }),
]);
const translations = new Map(parts.flatMap((part) => Object.entries(part)));

/** Returns a fixed text of the server, such as the title of an option, in the user's language. */
export function serverText(text: string): string {
  const translation = translations.get(text);
  return typeof translation === 'string' ? translation : text;
}
