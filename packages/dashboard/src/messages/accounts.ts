import { loadMessages } from './load-messages.js';

/** The texts of the screen of accounts. */
export const t = await loadMessages({
  en: () => import('./en/accounts.js'),
  de: () => import('./de/accounts.js'),
});
