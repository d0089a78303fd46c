import { loadMessages } from './load-messages.js';

/** The texts about apps that ask for access. */
export const t = await loadMessages({
  en: () => import('./en/apps.js'),
  de: () => import('./de/apps.js'),
});
