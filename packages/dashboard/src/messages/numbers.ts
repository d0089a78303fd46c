import { loadMessages } from './load-messages.js';

/** The texts about the numbers of posts. */
export const t = await loadMessages({
  en: () => import('./en/numbers.js'),
  de: () => import('./de/numbers.js'),
});
