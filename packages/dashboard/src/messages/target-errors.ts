import { loadMessages } from './load-messages.js';

/** Why a target failed, what to do, and how a shown post changes. */
export const t = await loadMessages({
  en: () => import('./en/target-errors.js'),
  de: () => import('./de/target-errors.js'),
});
