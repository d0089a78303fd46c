import { loadMessages } from './load-messages.js';

/** The texts of workspace. */
export const t = await loadMessages({
  en: () => import('./en/workspace.js'),
  de: () => import('./de/workspace.js'),
});
