import { loadMessages } from './load-messages.js';

/** The texts of apps. */
export const t = await loadMessages({
  en: () => import('./en/apps.js'),
  de: () => import('./de/apps.js'),
});
