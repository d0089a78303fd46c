import { loadMessages } from './load-messages.js';

/** The texts of the frame around every screen. */
export const t = await loadMessages({
  en: () => import('./en/shell.js'),
  de: () => import('./de/shell.js'),
});
