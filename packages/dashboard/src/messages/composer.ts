import { loadMessages } from './load-messages.js';

/** The texts of composer. */
export const t = await loadMessages({
  en: () => import('./en/composer.js'),
  de: () => import('./de/composer.js'),
});
