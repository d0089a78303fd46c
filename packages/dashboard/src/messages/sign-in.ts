import { loadMessages } from './load-messages.js';

/** The texts of the pages that people open before they have a session. */
export const t = await loadMessages({
  en: () => import('./en/sign-in.js'),
  de: () => import('./de/sign-in.js'),
});
