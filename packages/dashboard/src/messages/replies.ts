import { loadMessages } from './load-messages.js';

/** The states of replies in the inbox, why replies fail, and what fetching comments did. */
export const t = await loadMessages({
  en: () => import('./en/replies.js'),
  de: () => import('./de/replies.js'),
});
