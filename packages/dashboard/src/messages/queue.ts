import { loadMessages } from './load-messages.js';

/** The texts of the queue. */
export const t = await loadMessages({
  en: () => import('./en/queue.js'),
  de: () => import('./de/queue.js'),
});
