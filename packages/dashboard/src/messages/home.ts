import { loadMessages } from './load-messages.js';

/** The texts of the home screen. */
export const t = await loadMessages({
  en: () => import('./en/home.js'),
  de: () => import('./de/home.js'),
});
