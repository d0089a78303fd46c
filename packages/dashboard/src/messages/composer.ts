import { loadMessages } from './load-messages.js';

/** The texts of the composer. */
export const t = await loadMessages({
  en: () => import('./en/composer.js'),
  de: () => import('./de/composer.js'),
});
