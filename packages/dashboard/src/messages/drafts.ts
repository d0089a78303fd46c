import { loadMessages } from './load-messages.js';

/** The texts of the screen of drafts. */
export const t = await loadMessages({
  en: () => import('./en/drafts.js'),
  de: () => import('./de/drafts.js'),
});
