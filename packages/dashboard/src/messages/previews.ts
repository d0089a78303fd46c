import { loadMessages } from './load-messages.js';

/** The texts of the previews. */
export const t = await loadMessages({
  en: () => import('./en/previews.js'),
  de: () => import('./de/previews.js'),
});
