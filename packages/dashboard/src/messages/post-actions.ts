import { loadMessages } from './load-messages.js';

/** The texts of scheduling, publishing and canceling a post. */
export const t = await loadMessages({
  en: () => import('./en/post-actions.js'),
  de: () => import('./de/post-actions.js'),
});
