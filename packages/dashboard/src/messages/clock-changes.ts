import { loadMessages } from './load-messages.js';

/** Notes about times that the clocks skip or repeat. */
export const t = await loadMessages({
  en: () => import('./en/clock-changes.js'),
  de: () => import('./de/clock-changes.js'),
});
