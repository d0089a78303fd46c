import { loadMessages } from './load-messages.js';

/** The texts of approvals. */
export const t = await loadMessages({
  en: () => import('./en/approvals.js'),
  de: () => import('./de/approvals.js'),
});
