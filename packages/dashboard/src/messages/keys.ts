import { loadMessages } from './load-messages.js';

/** The texts of the screen of API keys. */
export const t = await loadMessages({
  en: () => import('./en/keys.js'),
  de: () => import('./de/keys.js'),
});
