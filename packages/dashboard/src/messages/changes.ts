import { loadMessages } from './load-messages.js';

/** The texts about removing and editing public posts. */
export const t = await loadMessages({
  en: () => import('./en/changes.js'),
  de: () => import('./de/changes.js'),
});
