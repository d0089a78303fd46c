import { loadMessages } from './load-messages.js';

/** The texts of shortcuts. */
export const t = await loadMessages({
  en: () => import('./en/shortcuts.js'),
  de: () => import('./de/shortcuts.js'),
});
