import { loadMessages } from './load-messages.js';

/** The texts of the screens of webhooks. */
export const t = await loadMessages({
  en: () => import('./en/webhooks.js'),
  de: () => import('./de/webhooks.js'),
});
