import { loadMessages } from './load-messages.js';

/** The states of posts, accounts and other things, and the names of roles. */
export const t = await loadMessages({
  en: () => import('./en/states.js'),
  de: () => import('./de/states.js'),
});
