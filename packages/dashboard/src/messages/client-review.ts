import { loadMessages } from './load-messages.js';

/** The texts of client-review. */
export const t = await loadMessages({
  en: () => import('./en/client-review.js'),
  de: () => import('./de/client-review.js'),
});
