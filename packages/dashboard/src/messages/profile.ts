import { loadMessages } from './load-messages.js';

/** The texts of the user's profile. */
export const t = await loadMessages({
  en: () => import('./en/profile.js'),
  de: () => import('./de/profile.js'),
});
