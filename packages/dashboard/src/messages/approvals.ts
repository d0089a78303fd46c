import { loadMessages } from './load-messages.js';

/** The texts about approvals. */
export const t = await loadMessages({
  en: () => import('./en/approvals.js'),
  de: () => import('./de/approvals.js'),
});
