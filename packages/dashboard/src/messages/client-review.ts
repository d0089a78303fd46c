import { loadMessages } from './load-messages.js';

/** The texts of the page on which clients review posts. */
export const t = await loadMessages({
  en: () => import('./en/client-review.js'),
  de: () => import('./de/client-review.js'),
});
