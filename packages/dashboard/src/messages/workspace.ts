import { loadMessages } from './load-messages.js';

/** The texts of the workspace's settings. */
export const t = await loadMessages({
  en: () => import('./en/workspace.js'),
  de: () => import('./de/workspace.js'),
});
