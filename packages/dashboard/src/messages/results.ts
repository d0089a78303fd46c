import { loadMessages } from './load-messages.js';

/** The texts of the results. */
export const t = await loadMessages({
  en: () => import('./en/results.js'),
  de: () => import('./de/results.js'),
});
