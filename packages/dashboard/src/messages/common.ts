import { loadMessages } from './load-messages.js';

/** Texts of pieces that many screens use. */
export const t = await loadMessages({
  en: () => import('./en/common.js'),
  de: () => import('./de/common.js'),
});
