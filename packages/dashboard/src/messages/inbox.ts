import { loadMessages } from './load-messages.js';

/** The texts of the inbox. */
export const t = await loadMessages({
  en: () => import('./en/inbox.js'),
  de: () => import('./de/inbox.js'),
});
