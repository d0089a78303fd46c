import { loadMessages } from './load-messages.js';

/** The texts of the screen of members. */
export const t = await loadMessages({
  en: () => import('./en/members.js'),
  de: () => import('./de/members.js'),
});
