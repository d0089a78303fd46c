import { loadMessages } from './load-messages.js';

/** The texts of audit. */
export const t = await loadMessages({
  en: () => import('./en/audit.js'),
  de: () => import('./de/audit.js'),
});
