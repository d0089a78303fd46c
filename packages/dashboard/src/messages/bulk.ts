import { loadMessages } from './load-messages.js';

/** The texts for changing several posts at once. */
export const t = await loadMessages({
  en: () => import('./en/bulk.js'),
  de: () => import('./de/bulk.js'),
});
