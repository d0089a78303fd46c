import { loadTranslations } from './load-messages.js';

const translations = new Map(
  Object.entries(await loadTranslations({ de: () => import('./server/de/texts.js') })),
);

/** Returns a fixed text of the server, such as the title of an option, in the user's language. */
export function serverText(text: string): string {
  const translation = translations.get(text);
  return typeof translation === 'string' ? translation : text;
}
