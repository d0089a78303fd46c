import { loadMessages } from './load-messages.js';

/** The texts of webhooks. */
export const t = await loadMessages({
  en: () => import('./en/webhooks.js'),
  de: () => import('./de/webhooks.js'),
});
